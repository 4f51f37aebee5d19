import Synchronization

/// Lets calls that need a token at the same time have one exchange, and go on in the order they came.
///
/// The first of them makes the exchange as part of its own call; a failure is the others' too.
final class TokenExchanges: Sendable {
  typealias Outcome = Result<TokenResult, MSDataError>

  /// What has to be the same for an exchange to be shared.
  struct Key: Hashable {
    var partition: String
    var account: String?
    var url: String
    /// Whoever does not ask again must not wait for one who does.
    var isRetrying: Bool
  }

  private struct State {
    /// Those who wait for an exchange that is under way.
    var waiting: [Key: [CheckedContinuation<Outcome?, Never>]] = [:]
    /// How many were let go and have not gone on yet.
    var departing = 0
  }

  private let state = Mutex(State())

  /// What the exchange brings that is under way, else what this one brings.
  func outcome(_ key: Key, of exchange: () async -> Outcome) async -> Outcome {
    while true {
      let isFirst = state.withLock { state in
        guard state.waiting[key] == nil else { return false }
        state.waiting[key] = []
        return true
      }
      if isFirst {
        let outcome = await exchange()
        // Others may not have been cancelled with this call.
        end(key, Task.isCancelled ? nil : outcome)
        return outcome
      }
      let outcome = await next(key)
      leave()
      if let outcome { return outcome }
    }
  }

  /// Takes a place behind those who were let go, where there are any.
  func join() -> Bool {
    state.withLock { state in
      guard state.departing > 0 else { return false }
      state.departing += 1
      return true
    }
  }

  /// Goes on.
  func leave() { state.withLock { $0.departing -= 1 } }

  /// Waits for the exchange under way; `nil` where it brought nothing, or has ended meanwhile.
  private func next(_ key: Key) async -> Outcome? {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.waiting[key] != nil else {
          state.departing += 1
          return true
        }
        state.waiting[key]?.append(continuation)
        return false
      }
      if isOver { continuation.resume(returning: nil) }
    }
  }

  private func end(_ key: Key, _ outcome: Outcome?) {
    let waiting = state.withLock { state in
      let waiting = state.waiting.removeValue(forKey: key) ?? []
      state.departing += waiting.count
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }
}
