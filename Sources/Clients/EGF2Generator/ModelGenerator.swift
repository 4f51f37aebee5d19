/// Makes an app's models of `settings.json` and of the back end's `config.json`.
///
/// The same two files always give the same text.
///
/// - Source: protocol reference B16.
public struct ModelGenerator {
  private let plan: ModelPlan
  private let warnings: [String]

  /// Reads both files and decides on every class.
  ///
  /// - Throws: ``GeneratorError``, for the first thing that stands in the way.
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

  /// The names of the files that a language takes.
  public static func fileNames(in language: OutputLanguage) -> [String] {
    switch language {
    case .swift: ["EGF2.swift"]
    case .objectiveC: ["EGF2.h", "EGF2.m"]
    }
  }

  /// The models as text, nothing written yet.
  ///
  /// - Throws: ``GeneratorError``, for a name that the language does not take.
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

/// What was made of a configuration.
public struct GeneratedModels: Sendable, Hashable {
  /// One file of Swift, or two of Objective-C.
  public let files: [GeneratedFile]
  /// What is odd, though nothing stands in the way: a line each.
  public let warnings: [String]
}

/// A source file of models, ready to be written.
public struct GeneratedFile: Sendable, Hashable {
  /// The file's name: `EGF2.swift`, `EGF2.h` or `EGF2.m`.
  public let name: String
  /// Everything that stands in the file, with a newline at its end.
  public let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}

/// A language that models can be written in.
public enum OutputLanguage: String, Sendable, Hashable, CaseIterable {
  /// One file, `EGF2.swift`.
  case swift
  /// Two files, `EGF2.h` and `EGF2.m`.
  case objectiveC = "objc"
}
