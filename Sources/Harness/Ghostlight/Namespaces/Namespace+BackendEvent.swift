import GhostlightCore
import GhostlightEmulation
import Synchronization

/// Subscriptions to the backend events of a namespace.
extension Namespace {
  /// Returns a source of the events of an emulator's exchanges and provider states, as they happen.
  ///
  /// A reset does not end the source. It ends when the namespace is dropped or replaced.
  func events(ofEmulator position: Int) -> EventSource {
    EventSource { [self] listener in
      let subscription = state.withLock { state -> Int? in
        state.isRetired ? nil : state.subscribers.subscribe(listener, emulator: position)
      }
      guard let subscription else {
        listener.end()
        return {}
      }
      return { [self] in state.withLock { $0.subscribers.leave(subscription) } }
    }
  }
}

extension NamespaceState {
  /// Delivers the events of the latest change to the emulator's subscribers, or stores the events
  /// until the change is durable.
  ///
  /// - Parameters:
  ///   - position: The index of the emulator in the stage's list.
  ///   - change: The number of the change in the log, or `nil` if the stage has no log.
  /// - Returns: Whether events are waiting for the change to become durable.
  mutating func notifySubscribers(ofEmulator position: Int, after change: Int64?) -> Bool {
    guard !subscribers.isEmpty else { return false }
    let events = backends[position].events
    guard let change else {
      subscribers.notify(events, of: position)
      return false
    }
    pendingEvents.append(PendingEvents(change: change, emulator: position, events: events))
    return true
  }

  /// Delivers the stored events of all changes up to the durable change with a number, in order.
  mutating func notifySubscribers(through change: Int64) {
    let durable = pendingEvents.prefix { $0.change <= change }
    for entry in durable { subscribers.notify(entry.events, of: entry.emulator) }
    pendingEvents.removeFirst(durable.count)
  }
}

/// Events of an emulator that are delivered when their change is durable.
struct PendingEvents: Sendable {
  fileprivate let change: Int64
  fileprivate let emulator: Int
  fileprivate let events: [BackendEvent]
}
