/// Why a snapshot cannot be restored.
public struct SnapshotProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the place and the remedy.
  public let description: String

  /// Says what is wrong, where and what to do.
  public init(_ description: String) { self.description = description }

  /// The same problem of a document that stands at `place` in another.
  package func under(_ place: String) -> SnapshotProblem {
    guard description.hasPrefix("$") else { return self }
    return SnapshotProblem(place + description.dropFirst())
  }
}
