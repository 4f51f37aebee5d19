/// Why a configuration cannot be used.
public struct ConfigurationProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place in the document: `$.stackmob.schemas[0].name`.
  public let path: String
  /// What is wrong there, and what to do.
  public let what: String

  /// Says what is wrong where.
  public init(path: String, _ what: String) {
    self.path = path
    self.what = what
  }

  /// Place and problem in one line.
  public var description: String { "\(path): \(what)" }
}
