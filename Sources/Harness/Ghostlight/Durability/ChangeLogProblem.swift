import GhostlightCore
import HTTPTypes

/// Why changes cannot be written down.
public struct ChangeLogProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the remedy.
  public let description: String
  /// Whether a change was done again and the answer was another than the first time.
  public let isDifferentAnswer: Bool

  /// Says what is wrong and what to do.
  public init(_ description: String, isDifferentAnswer: Bool = false) {
    self.description = description
    self.isDifferentAnswer = isDifferentAnswer
  }

  /// What is said of changes that are lost before a log is asked.
  static let lost = ChangeLogProblem(
    "the change was lost, because changes before it could not be written; send it again later")
}

extension ChangeLogProblem {
  /// What a client gets whose change was not kept.
  var response: Response { NamespaceProblem.response(description, .serviceUnavailable) }
}
