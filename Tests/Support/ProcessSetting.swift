import Synchronization

/// A setting of the process that tests of several modules read and change, one at a time.
package final class ProcessSetting: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The log of StackMob's Core Data store.
  package static let storeLog = ProcessSetting()

  private let state = Mutex(State())

  private init() {}

  /// Waits until the setting is free, and takes it.
  package func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  /// Frees the setting for the next test.
  package func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}
