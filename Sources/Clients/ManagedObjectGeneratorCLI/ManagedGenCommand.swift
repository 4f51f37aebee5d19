import ArgumentParser
import Foundation
import ManagedObjectGenerator

/// The command `managedgen`.
@main
struct ManagedGenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "managedgen",
    abstract: "Make the classes of a data model.",
    discussion: """
      Reads Xcode's .xcdatamodeld (in its current version) or .xcdatamodel, and writes one Swift \
      file with the classes of its entities.

      Examples:
        managedgen App.xcdatamodeld --output Sources/App/Model.swift
        managedgen App.xcdatamodeld --output Sources/App/Model.swift --check

      Exit codes: 0 done; 1 the file differs with --check, or cannot be written; 64 for wrong \
      options; 65 for a broken or missing model.
      """,
    version: "1.0")

  @Argument(help: ArgumentHelp("The model.", valueName: "MODEL"), completion: .directory)
  var model: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "FILE"),
    completion: .file())
  var output: String

  @Option(help: ArgumentHelp("Who sees the classes: internal or public.", valueName: "ACCESS"))
  var access = "internal"

  @Flag(help: "Write nothing; fail when the file is not as it would be written.")
  var check = false

  func validate() throws {
    guard ClassGenerator.Access(rawValue: access) != nil else {
      throw ValidationError("--access is internal or public.")
    }
  }

  func run() throws {
    let text = try text()
    let url = URL(filePath: output)
    guard check else {
      do {
        return try Data(text.utf8).write(to: url, options: .atomic)
      } catch {
        throw failed("cannot write \(output): \(error.localizedDescription)", .failure)
      }
    }
    guard FileManager.default.contents(atPath: url.path) == Data(text.utf8) else {
      throw failed(
        "\(output) is not what \(model) makes; run managedgen again without --check", .failure)
    }
  }

  private func text() throws -> String {
    let file = try ModelFile(path: model)
    do throws(GeneratorError) {
      return try ClassGenerator(
        contents: file.contents, source: file.name,
        access: ClassGenerator.Access(rawValue: access) ?? .internal
      ).text
    } catch {
      throw failed("\(model): \(error)", ExitCode(65))
    }
  }

  private func failed(_ text: String, _ code: ExitCode) -> ExitCode {
    // Whoever reads may be gone; then there is nobody to tell.
    try? FileHandle.standardError.write(contentsOf: Data("managedgen: \(text)\n".utf8))
    return code
  }
}
