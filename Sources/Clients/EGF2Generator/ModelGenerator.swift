/// Generates an app's models from `settings.json` and the back end's `config.json`.
///
/// `egf2gen` and the build plugin use it; call it directly from your own tool. It does not read or
/// write files: the caller passes their bytes and writes the result. The output has no date, so
/// that equal input files always produce equal output.
///
/// ```swift
/// import EGF2Generator
/// import Foundation
///
/// let folder = URL(filePath: "Model")
/// let generator = try ModelGenerator(
///   settings: [UInt8](Data(contentsOf: folder.appending(path: "settings.json"))),
///   configuration: [UInt8](Data(contentsOf: folder.appending(path: "config.json"))))
/// for file in try generator.models(in: .swift).files { print(file.name, file.text.count) }
/// ```
///
/// - Source: protocol reference B16.
public struct ModelGenerator {
  private let plan: ModelPlan
  private let warnings: [String]

  /// Parses both input files and plans the classes to generate.
  ///
  /// - Throws: A ``GeneratorError`` for the first problem in the input files.
  public init(settings: [UInt8], configuration: [UInt8]) throws(GeneratorError) {
    let settings = try GeneratorSettings(settings)
    let configuration = try ModelConfiguration(configuration)
    var planner = ModelPlanner(settings, configuration)
    plan = try planner.plan()
    let types = Set(configuration.types.map(\.name))
    warnings = settings.excluded.filter { !types.contains($0) }.map {
      "\(GeneratorSettings.file): excluded_models names \($0), which \(ModelConfiguration.file) "
        + "does not have"
    }
  }

  /// Returns the names of the files that are generated in a language.
  public static func fileNames(in language: OutputLanguage) -> [String] {
    switch language {
    case .swift: ["EGF2.swift"]
    case .objectiveC: ["EGF2.h", "EGF2.m"]
    }
  }

  /// Returns the generated source files and the warnings.
  ///
  /// No file is written.
  ///
  /// - Throws: A ``GeneratorError`` if the language does not allow a name as an identifier.
  public func models(in language: OutputLanguage) throws(GeneratorError) -> GeneratedModels {
    let texts: [String]
    switch language {
    case .swift: texts = [SwiftModels(plan).text]
    case .objectiveC:
      try ObjectiveCNames.check(plan)
      texts = [ObjectiveCHeader(plan).text, ObjectiveCImplementation(plan).text]
    }
    let names = Self.fileNames(in: language)
    return GeneratedModels(
      files: zip(names, texts).map { GeneratedFile($0, $1) }, warnings: warnings)
  }
}

/// The result of a generator: source files and warnings.
///
/// ``ModelGenerator/models(in:)`` returns it. The caller writes the files. Warnings do not prevent
/// the models from being used; show them to the user.
public struct GeneratedModels: Sendable, Hashable {
  /// The source files: one file for Swift, two for Objective-C.
  public let files: [GeneratedFile]
  /// The warnings, one line each, such as for an excluded type that does not exist.
  public let warnings: [String]
}

/// A generated source file, which the caller writes.
///
/// Write ``text`` as UTF-8 to a file with this ``name``. The files of one result belong together:
/// replace them at the same time.
public struct GeneratedFile: Sendable, Hashable {
  /// The file's name: `EGF2.swift`, `EGF2.h` or `EGF2.m`.
  public let name: String
  /// The complete contents of the file, with a newline at the end.
  public let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// A language in which models can be generated.
///
/// The raw value is the argument of `egf2gen --language`. The vendor's SDK supports both languages;
/// the module of this package supports Swift only.
public enum OutputLanguage: String, Sendable, Hashable, CaseIterable {
  /// Swift, which produces one file: `EGF2.swift`.
  case swift
  /// Objective-C, which produces two files: `EGF2.h` and `EGF2.m`.
  case objectiveC = "objc"
}
