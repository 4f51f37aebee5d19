/// All namespaces of a stage at one point, consistent with each other.
public struct StageCut: Sendable {
  /// A namespace as it was.
  public struct Entry: Sendable {
    /// Its name.
    public let namespace: String
    /// Its state.
    public let snapshot: Snapshot
    /// The number of the last change in it, 0 for none.
    public let lastChange: Int64

    /// Makes an entry.
    public init(namespace: String, snapshot: Snapshot, lastChange: Int64) {
      self.namespace = namespace
      self.snapshot = snapshot
      self.lastChange = lastChange
    }
  }

  /// By name.
  public let entries: [Entry]

  /// Of the changes up to this number all are in the cut.
  ///
  /// Of those after it, the ones that an entry has not are to be replayed, with all forks and drops.
  public let number: Int64

  /// Makes a cut of entries that belong together.
  public init(entries: [Entry], number: Int64 = 0) {
    self.entries = entries
    self.number = number
  }
}
