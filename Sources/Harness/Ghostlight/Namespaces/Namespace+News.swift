import GhostlightCore
import GhostlightEmulation
import Synchronization

/// Telling those who listen what happens in a namespace.
extension Namespace {
  /// What an emulator's exchanges and preconditions do, as it happens.
  ///
  /// It outlives resets; it ends when the namespace is dropped or replaced.
  func news(ofEmulator position: Int) -> NewsFeed {
    NewsFeed { [self] listener in
      let seat = state.withLock { state -> Int? in
        state.isRetired ? nil : state.audience.join(listener, emulator: position)
      }
      guard let seat else {
        listener.end()
        return {}
      }
      return { [self] in state.withLock { $0.audience.leave(seat) } }
    }
  }
}

extension NamespaceState {
  /// Tells those who listen what an emulator has just done.
  func tellNews(ofEmulator position: Int) {
    guard !audience.isEmpty else { return }
    audience.tell(backends[position].news, of: position)
  }
}
