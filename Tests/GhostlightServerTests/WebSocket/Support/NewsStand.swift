import GhostlightCore
import Synchronization

/// A source of news, which tests feed.
final class NewsStand: Sendable {
  private struct State {
    var listeners: [Int: NewsListener] = [:]
    var seats = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// The number of those who listen.
  var count: Int { state.withLock { $0.listeners.count } }

  var feed: NewsFeed {
    NewsFeed { [self] listener in
      let seat = state.withLock { state in
        state.seats += 1
        state.listeners[state.seats] = listener
        return state.seats
      }
      return { [self] in leave(seat) }
    }
  }

  /// Becomes a parrot that hears the news.
  var responder: Responder {
    Responder(name: "news", immediate: { [feed] _ in .parrot(Parrot.opening.hearing(feed)) })
  }

  func tell(_ texts: String...) {
    let news = texts.map { News(topic: "", text: $0) }
    for listener in listeners { listener.hear(news) }
  }

  func close() {
    for listener in listeners { listener.end() }
  }

  /// Returns when nobody listens.
  func empties() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.listeners.isEmpty { state.waiters.append(continuation) }
        return state.listeners.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  private var listeners: [NewsListener] { state.withLock { Array($0.listeners.values) } }

  private func leave(_ seat: Int) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.listeners[seat] = nil
      guard state.listeners.isEmpty else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
