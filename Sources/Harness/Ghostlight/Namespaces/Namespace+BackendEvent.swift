import GhostlightCore
import GhostlightEmulation
import Synchronization

/// EventProbe those who listen what happens in a namespace.
extension Namespace {
  /// What an emulator's exchanges and preconditions do, as it happens.
  ///
  /// It outlives resets; it ends when the namespace is dropped or replaced.
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
  /// Tells those who listen what an emulator has just done, as soon as that is durable.
  ///
  /// - Parameters:
  ///   - position: Of the emulator.
  ///   - change: The number of the change; `nil` where nothing is written down.
  /// - Returns: Whether there is something to tell once the change is durable.
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

  /// Tells what was done up to a change that is durable now, in order.
  mutating func notifySubscribers(through change: Int64) {
    let durable = pendingEvents.prefix { $0.change <= change }
    for entry in durable { subscribers.notify(entry.events, of: entry.emulator) }
    pendingEvents.removeFirst(durable.count)
  }
}

/// What an emulator has done, until that is durable.
struct PendingEvents: Sendable {
  fileprivate let change: Int64
  fileprivate let emulator: Int
  fileprivate let events: [BackendEvent]
}
