import Ghostlight
import Synchronization

/// A change log that stores changes in memory, and can be made to fail.
final class ChangeMemory: ChangeLog {
  private struct State {
    var changes: [Change] = []
    var last: Int64 = 0
    var durable: Int64 = 0
    /// The error of the next write.
    var nextFailure: ChangeLogError?
    var failure: ChangeLogError?
  }

  private let state = Mutex(State())

  var last: Int64 { state.withLock { $0.last } }

  var failure: ChangeLogError? { state.withLock { $0.failure } }

  /// All changes in order; the first one has the number 1.
  var changes: [Change] { state.withLock { $0.changes } }

  /// The greatest change number that a caller has waited for to become durable.
  var durable: Int64 { state.withLock { $0.durable } }

  /// Sets the reason with which the next write and all later ones fail.
  func fail(_ reason: String) { state.withLock { $0.nextFailure = ChangeLogError(reason) } }

  func append(_ change: Change) -> Int64 {
    state.withLock { state in
      state.last += 1
      state.failure = state.nextFailure
      if state.failure == nil { state.changes.append(change) }
      return state.last
    }
  }

  func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void
  ) {
    let failure = state.withLock { state in
      state.durable = max(state.durable, number)
      return number > state.changes.count ? state.failure : nil
    }
    completion(failure)
  }
}

extension ChangeMemory {
  /// Replays the changes on a stage: all of them, or only those after a snapshot.
  func replay(into stage: Stage, after cut: StageSnapshot? = nil) throws(ChangeLogError) {
    var last: [String: Int64] = [:]
    for entry in cut?.entries ?? [] { last[entry.namespace] = entry.lastChange }
    for (position, change) in changes.enumerated() {
      let number = Int64(position) + 1
      guard number > cut?.number ?? 0, number > last[change.namespace] ?? 0 else { continue }
      try stage.replay(change, number: number)
    }
  }
}
