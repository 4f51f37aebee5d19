import Synchronization

/// A setting of the whole process that tests of several modules look at and change, one at a time.
package final class ProcessSetting: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// What StackMob's Core Data store logs.
  package static let storeLog = ProcessSetting()

  private let state = Mutex(State())

  private init() {}

  /// Waits until nobody else has it.
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

  /// Lets the next one have it.
  package func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}
