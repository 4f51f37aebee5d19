import Dispatch

/// Blocks one thread until it is opened.
final class CheckedGate: Sendable {
  private let signal = DispatchSemaphore(value: 0)

  func wait() { signal.wait() }

  func open() { signal.signal() }
}
