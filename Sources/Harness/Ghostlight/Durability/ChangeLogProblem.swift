/// Why changes cannot be written down.
public struct ChangeLogProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the remedy.
  public let description: String

  /// Says what is wrong and what to do.
  public init(_ description: String) { self.description = description }
}
