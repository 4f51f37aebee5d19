import ArgumentParser
import EGF2Generator
import Foundation
import GhostlightGeneration

/// The command-line program `egf2gen`, which generates an app's models.
@main
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "egf2gen",
    abstract: "Generate an app's EGF2 models from settings.json and config.json.",
    discussion: """
      Put settings.json and the client-data/config.json of your backend into a folder:

        {
          "name": "myapp",                  the name of the graph and of its file
          "server": "https://host/v1/",     the URL of the server, with the version
          "model_prefix": "",               the start of class names
          "excluded_models": []             types that the app does not need
        }

      With "access": "public", other modules can use the models. The output is EGF2.swift for Swift, \
      and EGF2.h and EGF2.m for Objective-C. Without --language, the program asks for the language. \
      If one file cannot be written, no file is.

      Examples:
        egf2gen --language swift
        egf2gen Model --language swift --output Sources/App
        egf2gen Model --language swift --output Sources/App --check

      Exit codes: 0 for success; 1 if a file differs (--check) or cannot be written; 64 for wrong \
      options; 65 for an invalid or missing settings.json or config.json.
      """,
    version: "1.0")

  @Argument(
    help: ArgumentHelp("The folder with settings.json and config.json.", valueName: "FOLDER"),
    completion: .directory)
  var folder = "."

  @Option(
    name: [.short, .long, .customLong("lang")],
    help: ArgumentHelp("The language of the models: swift or objc.", valueName: "LANGUAGE"))
  var language: OutputLanguage?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the models, instead of the input folder.", valueName: "FOLDER"),
    completion: .directory)
  var output: String?

  @Flag(help: "Check whether the files are up to date, and write nothing.")
  var check = false

  func validate() throws {
    guard !check || language != nil else {
      throw ValidationError("--check needs --language: swift or objc.")
    }
  }

  func run() throws {
    if let code = terminal.failure(of: generate) { throw ExitCode(code) }
  }

  private var terminal: Terminal { Terminal("egf2gen") }

  private func generate() throws(GenerationFailure) {
    let isAsking = language == nil
    if isAsking { terminal.print("EGF2 generator version: \(Self.configuration.version)") }
    let settings = try input("settings", isAsking: isAsking)
    let configuration = try input("config", isAsking: isAsking)
    let language =
      if let language { language } else { try LanguageQuestion.ask(on: terminal) }
    let models = try models(settings, configuration, language)
    for warning in models.warnings { terminal.complain("warning: \(folder)/\(warning)") }
    let files = OutputFiles(
      folder: output ?? folder, files: models.files.map { ($0.name, $0.text) },
      inputs: "settings.json and config.json", terminal: terminal)
    try check ? files.check() : files.write()
  }

  private func input(_ name: String, isAsking: Bool) throws(GenerationFailure) -> [UInt8] {
    let bytes = try InputFile(folder: folder, name: "\(name).json").bytes()
    if isAsking { terminal.print("'\(name)' file has been loaded") }
    return bytes
  }

  private func models(
    _ settings: [UInt8], _ configuration: [UInt8], _ language: OutputLanguage
  ) throws(GenerationFailure) -> GeneratedModels {
    do throws(GeneratorError) {
      return try ModelGenerator(settings: settings, configuration: configuration)
        .models(in: language)
    } catch {
      throw GenerationFailure(.input, "\(folder)/\(error)")
    }
  }
}

/// The interactive question for the language, if no option specifies the language.
///
/// - Source: protocol reference B16.
enum LanguageQuestion {
  /// - Throws: A failure with exit code 64 for any answer other than 1 and 2.
  static func ask(on terminal: Terminal) throws(GenerationFailure) -> OutputLanguage {
    terminal.print("Select language:\nSwift: 1\nObj-C: 2")
    switch readLine().flatMap({ $0.split(whereSeparator: \.isWhitespace).first }) {
    case "1": return .swift
    case "2": return .objectiveC
    default:
      throw GenerationFailure(
        .usage, "You must enter '1' or '2'; or give --language swift or --language objc")
    }
  }
}

/// An input file, `settings.json` or `config.json`.
struct InputFile {
  let folder: String
  let name: String

  /// - Throws: A failure with exit code 65 and a remedy, if the file cannot be read.
  func bytes() throws(GenerationFailure) -> [UInt8] {
    let url = URL(filePath: folder).appending(path: name)
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      throw GenerationFailure(
        .input,
        isThere
          ? "cannot read \(folder)/\(name): \(error.localizedDescription)"
          : "\(name) not found in \(folder); put settings.json and config.json there, or name "
            + "the folder that has them")
    }
  }
}
