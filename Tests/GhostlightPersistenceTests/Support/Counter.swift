import Synchronization

/// A counter that several threads can use.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  /// Increments the counter and returns its value.
  @discardableResult
  func add() -> Int { count.add(1, ordering: .acquiringAndReleasing).newValue }
}
