import Synchronization

/// Counts across threads.
final class Counter: Sendable {
  private let count = Atomic(0)

  /// How many there are.
  var value: Int { count.load(ordering: .acquiring) }

  /// Adds one and answers how many there are.
  @discardableResult
  func add() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
