/// Why a snapshot cannot be restored.
public struct SnapshotProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the place and the remedy.
  public let description: String

  /// Says what is wrong, where and what to do.
  public init(_ description: String) { self.description = description }
}
