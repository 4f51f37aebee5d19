import Synchronization

/// A large value on its way out: freeing 100,000 documents takes a while.
final class Leftovers: Sendable {
  private let value: Mutex<(any Sendable)?>

  private init(_ value: consuming any Sendable) { self.value = Mutex(value) }

  /// Frees a value, that nobody else has, on a task of its own.
  ///
  /// The task takes the value out of its box: one that merely held it could end before its maker
  /// lets go, who would then free it after all.
  static func free(_ value: consuming any Sendable) {
    let leftovers = Leftovers(value)
    Task.detached { leftovers.value.withLock { $0 = nil } }
  }
}
