import GhostlightCore
import Synchronization

/// A source of backend events that a test sends.
final class EventStub: Sendable {
  private struct State {
    var listeners: [Int: EventSubscriber] = [:]
    var subscriptions = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// The number of current subscribers.
  var count: Int { state.withLock { $0.listeners.count } }

  var feed: EventSource {
    EventSource { [self] listener in
      let subscription = state.withLock { state in
        state.subscriptions += 1
        state.listeners[state.subscriptions] = listener
        return state.subscriptions
      }
      return { [self] in leave(subscription) }
    }
  }

  /// A responder that opens WebSockets that are subscribed to the events.
  var responder: Responder {
    Responder(name: "news", immediate: { [feed] _ in .parrot(Parrot.opening.subscribing(feed)) })
  }

  func send(_ texts: String...) {
    let events = texts.map { BackendEvent(topic: "", text: $0) }
    for listener in listeners { listener.receive(events) }
  }

  func close() {
    for listener in listeners { listener.end() }
  }

  /// Waits until there are no more subscribers.
  func empties() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.listeners.isEmpty { state.waiters.append(continuation) }
        return state.listeners.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  private var listeners: [EventSubscriber] { state.withLock { Array($0.listeners.values) } }

  private func leave(_ subscription: Int) {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.listeners[subscription] = nil
      guard state.listeners.isEmpty else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
