/// Why no models can be made: what is wrong, where, and what to do.
///
/// - Source: protocol reference B16, the messages; place and remedy are ours.
public struct GeneratorProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file at fault: `settings.json` or `config.json`.
  public let file: String
  /// One line.
  public let message: String

  init(_ file: String, _ message: String) {
    self.file = file
    self.message = message
  }

  /// File and message.
  public var description: String { "\(file): \(message)" }

  static func settings(_ message: String) -> GeneratorProblem {
    GeneratorProblem(GeneratorSettings.file, "Settings file is not valid: \(message)")
  }

  static func configuration(_ message: String) -> GeneratorProblem {
    GeneratorProblem(ModelConfiguration.file, "Config file is not valid: \(message)")
  }

  static func pagination(_ message: String) -> GeneratorProblem {
    GeneratorProblem(ModelConfiguration.file, "Config file is not valid. \(message)")
  }

  static func propertyType(_ type: String, at path: String) -> GeneratorProblem {
    GeneratorProblem(
      ModelConfiguration.file,
      "Unknow property type: \(type) at \(path); use string, integer, number, boolean, date, "
        + "object_id, struct, or array: and one of these")
  }
}
