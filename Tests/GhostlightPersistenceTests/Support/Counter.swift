import Synchronization

/// A counter that may be used from several threads.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  /// Increments the counter and returns the new value.
  @discardableResult
  func add() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
