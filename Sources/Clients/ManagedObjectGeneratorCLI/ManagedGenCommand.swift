import ArgumentParser
import Foundation
import GhostlightGeneration
import ManagedObjectGenerator

@main
struct ManagedGenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "managedgen",
    abstract: "Generate the classes of a data model.",
    discussion: """
      Reads Xcode's .xcdatamodeld (in its current version) or .xcdatamodel, and writes one Swift \
      file with the classes of its entities.

      Examples:
        managedgen App.xcdatamodeld --output Sources/App/Model.swift
        managedgen App.xcdatamodeld --output Sources/App/Model.swift --check

      Exit codes: 0 for success; 1 if the file differs (--check) or cannot be written; 64 for wrong \
      options; 65 for an invalid or missing model.
      """,
    version: "1.0")

  @Argument(help: ArgumentHelp("The model.", valueName: "MODEL"), completion: .directory)
  var model: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "FILE"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("The access level of the classes: internal or public.", valueName: "ACCESS"))
  var access = GeneratedAccess.internal

  @Flag(help: "Check whether the file is up to date, and write nothing.")
  var check = false

  func run() throws {
    if let code = terminal.failure(of: generate) { throw ExitCode(code) }
  }

  private var terminal: Terminal { Terminal("managedgen") }

  private func generate() throws(GenerationFailure) {
    let file = try ModelFile(path: model)
    let slash = output.lastIndex(of: "/")
    let name = slash.map { output[output.index(after: $0)...] } ?? output[...]
    let files = OutputFiles(
      folder: slash.map { $0 == output.startIndex ? "/" : String(output[..<$0]) } ?? ".",
      files: [(String(name), try text(of: file))],
      inputs: file.name, terminal: terminal)
    try check ? files.check() : files.write()
  }

  private func text(of file: ModelFile) throws(GenerationFailure) -> String {
    do throws(GeneratorError) {
      return try ClassGenerator(contents: file.contents, source: file.name, access: access).text
    } catch {
      throw GenerationFailure(.input, "\(model): \(error)")
    }
  }
}

extension GeneratedAccess: ExpressibleByArgument {}

/// The file `contents` in the current version of a model.
struct ModelFile {
  let name: String
  let contents: String

  /// - Throws: Exit code 65 with the file's path and a remedy, if the file cannot be read.
  init(path: String) throws(GenerationFailure) {
    let url = URL(filePath: path)
    name = url.lastPathComponent
    let folder = Self.version(of: url)
    do {
      contents = try String(contentsOf: folder.appending(path: "contents"), encoding: .utf8)
    } catch {
      let version = folder == url ? "" : "/\(folder.lastPathComponent)"
      throw GenerationFailure(
        .input,
        "there is no model at \(path)\(version); use the path of an .xcdatamodeld or .xcdatamodel")
    }
  }

  /// Returns the folder of the model's current version.
  ///
  /// It is the version that `.xccurrentversion` names, otherwise the first one in alphabetical
  /// order.
  private static func version(of url: URL) -> URL {
    guard url.pathExtension == "xcdatamodeld" else { return url }
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    var name = versions.sorted().first { $0.hasSuffix(".xcdatamodel") }
    if let data = try? Data(contentsOf: url.appending(path: ".xccurrentversion")),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let current = (list as? [String: Any])?["_XCCurrentVersionName"] as? String
    {
      name = current
    }
    return name.map { url.appending(path: $0) } ?? url
  }
}
