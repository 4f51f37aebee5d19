import Synchronization

/// Keeps who answered which request of a spy, in the order in which it was decided.
public final class SpyLog: Sendable {
  private let kept = Mutex<[SpyNote]>([])

  /// Makes an empty log.
  public init() {}

  /// All notes so far.
  public var notes: [SpyNote] { kept.withLock { $0 } }

  func add(_ note: SpyNote) { kept.withLock { $0.append(note) } }
}
