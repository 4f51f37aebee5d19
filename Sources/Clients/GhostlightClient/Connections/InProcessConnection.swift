import GhostlightCore
import Synchronization

/// A client's connection to a message session of a backend in the same process.
final class InProcessConnection: Sendable {
  private struct State {
    /// The backend's session; `nil` after the connection has ended.
    var session: (any MessageSession)?
    /// Ends the connection's subscription to backend events; `nil` if there is no subscription.
    var leave: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>
  private let receiver: MessageReceiver

  /// Starts a session, and subscribes to the backend's events if the session uses them.
  init(_ upgrade: SessionUpgrade, _ receiver: MessageReceiver) {
    state = Mutex(State(session: upgrade.session))
    self.receiver = receiver
    guard let events = upgrade.events else { return }
    let leave = events.subscribe(
      EventSubscriber(
        receive: { events in for event in events { self.notify(event) } },
        end: { self.end(leavingEvents: false) }))
    let isAlive = state.withLock { state in
      state.leave = state.session == nil ? nil : leave
      return state.session != nil
    }
    if !isAlive { leave() }
  }

  /// The functions by which the client uses the connection.
  var connection: MessageConnection {
    MessageConnection(
      send: { text in self.perform(leavingEvents: true) { $0.receive(.text(text)) } },
      close: { self.end(leavingEvents: true) })
  }

  /// Passes a backend event to the session.
  ///
  /// The backend holds its locks during the call.
  private func notify(_ event: BackendEvent) {
    perform(leavingEvents: false) { $0.notify(event) }
  }

  private func perform(
    leavingEvents: Bool, _ change: (inout any MessageSession) -> [SessionAction]
  ) {
    let actions = state.withLock { state -> [SessionAction] in
      guard var session = state.session else { return [] }
      defer { state.session = session }
      return change(&session)
    }
    for action in actions {
      switch action {
      case .send(let text): receiver.receive(text)
      case .end: end(leavingEvents: leavingEvents)
      }
    }
  }

  /// Ends the session, unless it has already ended.
  ///
  /// During an event, the lock that `leave` needs is already held, so the subscription is not ended
  /// then.
  private func end(leavingEvents: Bool) {
    let (wasAlive, leave) = state.withLock { state in
      defer { state = State() }
      return (state.session != nil, state.leave)
    }
    if leavingEvents { leave?() }
    if wasAlive { receiver.end() }
  }
}
