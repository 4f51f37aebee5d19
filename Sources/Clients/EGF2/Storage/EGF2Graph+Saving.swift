import GhostlightCore
import Synchronization

/// What outlives the process.
///
/// - Source: protocol reference B15.
extension EGF2Graph {
  /// Writes what is known of objects and edges.
  ///
  /// It is called when the app enters the background or is about to end; what was not written is
  /// lost when the process ends otherwise. The account needs no saving: it is written at once.
  public func save() {
    writing.withLock { _ in
      let cache = state.withLock { $0.cache }
      store.setBytes(cache.json.bytes, named: name + Self.cacheSuffix)
    }
  }

  /// Changes the account and writes it, unless somebody has logged out since a moment that counts.
  func changeAccount(since epoch: Int? = nil, _ change: (inout GraphState) -> Void) {
    writing.withLock { _ in
      let account = state.withLock { state -> Account? in
        guard epoch == nil || state.epoch == epoch else { return nil }
        change(&state)
        return state.account
      }
      if let account { store.setBytes(account.json.bytes, named: name + Self.accountSuffix) }
    }
  }

  /// Forgets account and cache, in memory and on disk.
  func forgetAll() {
    writing.withLock { _ in
      let old = state.withLock { state in
        defer {
          state.account = Account()
          state.cache = GraphCache()
          state.epoch += 1
        }
        return state.cache
      }
      store.setBytes(nil, named: name + Self.accountSuffix)
      store.setBytes(nil, named: name + Self.cacheSuffix)
      withExtendedLifetime(old) {}
    }
  }
}
