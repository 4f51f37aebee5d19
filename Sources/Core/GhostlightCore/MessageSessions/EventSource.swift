/// A source of backend events for the sessions of open connections.
///
/// A stage creates it and adds it to the ``SessionUpgrade`` of a response. The server subscribes
/// once for each connection. A source may be used from any thread.
public struct EventSource: Sendable {
  /// Subscribes to all events from now on, and returns a closure that ends the subscription.
  ///
  /// After the returned closure has returned, the subscriber receives no more events.
  public let subscribe: @Sendable (EventSubscriber) -> @Sendable () -> Void

  /// Creates a source from a closure that adds a subscriber and returns a closure to remove it.
  public init(subscribe: @escaping @Sendable (EventSubscriber) -> @Sendable () -> Void) {
    self.subscribe = subscribe
  }
}

/// An event of a backend, in the form in which sessions send it to clients.
///
/// A backend lists the events of its last exchange in `Backend.events`. A session sends an event's
/// text to its client if the client has subscribed to the event's topic.
public struct BackendEvent: Sendable, Hashable {
  /// The topic; clients receive the event if they have subscribed to the same topic.
  public var topic: String
  /// The message that those clients receive, printed only once for all of them.
  public var text: String

  /// Creates an event with a topic and the message to send.
  public init(topic: String, text: String) {
    self.topic = topic
    self.text = text
  }
}

/// A subscriber to the events of a backend.
///
/// Its closures are called in the order of the events, while the stage holds locks. They must
/// return quickly: pass the events to another thread, and do not call the stage.
public struct EventSubscriber: Sendable {
  /// Called with the events of one exchange, in order.
  public let receive: @Sendable ([BackendEvent]) -> Void
  /// Called after the last event, when the namespace has been dropped or replaced.
  public let end: @Sendable () -> Void

  /// Creates a subscriber from its two closures.
  public init(
    receive: @escaping @Sendable ([BackendEvent]) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}
