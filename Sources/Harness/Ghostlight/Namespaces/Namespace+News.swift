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
  /// Tells those who listen what an emulator has just done, as soon as that is durable.
  ///
  /// - Parameters:
  ///   - position: Of the emulator.
  ///   - change: The number of the change; `nil` where nothing is written down.
  /// - Returns: Whether there is something to tell once the change is durable.
  mutating func tellNews(ofEmulator position: Int, after change: Int64?) -> Bool {
    guard !audience.isEmpty else { return false }
    let news = backends[position].news
    guard let change else {
      audience.tell(news, of: position)
      return false
    }
    undurableNews.append(UndurableNews(change: change, emulator: position, news: news))
    return true
  }

  /// Tells what was done up to a change that is durable now, in order.
  mutating func tellNews(through change: Int64) {
    let told = undurableNews.prefix { $0.change <= change }
    for entry in told { audience.tell(entry.news, of: entry.emulator) }
    undurableNews.removeFirst(told.count)
  }
}

/// What an emulator has done, until that is durable.
struct UndurableNews: Sendable {
  fileprivate let change: Int64
  fileprivate let emulator: Int
  fileprivate let news: [News]
}
