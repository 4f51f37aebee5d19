import Synchronization

/// A flag whose `first()` returns `true` only on the first call.
final class Once: Sendable {
  private let isOver = Mutex(false)

  func first() -> Bool {
    isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
  }
}
