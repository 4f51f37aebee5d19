import Synchronization

/// True the first time, false from then on.
final class Once: Sendable {
  private let isOver = Mutex(false)

  func first() -> Bool {
    isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
  }
}
