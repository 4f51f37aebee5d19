import Dispatch

/// A gate that blocks one thread until a test opens it.
final class CheckedGate: Sendable {
  private let signal = DispatchSemaphore(value: 0)

  func wait() { signal.wait() }

  func open() { signal.signal() }
}
