/// A source of backend events, for the sessions of open connections.
///
/// A stage creates it and adds it to the ``SessionUpgrade`` of a response. The server subscribes
/// once for each connection. It may be used from any thread.
public struct EventSource: Sendable {
  /// Subscribes to all events from now on, and returns a closure that ends the subscription.
  ///
  /// After that closure returns, the subscriber gets no more events.
  public let subscribe: @Sendable (EventSubscriber) -> @Sendable () -> Void

  /// Creates a source.
  public init(subscribe: @escaping @Sendable (EventSubscriber) -> @Sendable () -> Void) {
    self.subscribe = subscribe
  }
}

/// An event in a backend, in the format that its sessions send to clients.
///
/// A backend lists the events of its last exchange in `Backend.events`. A session sends the text of
/// an event to its client if the client has subscribed to the topic.
public struct BackendEvent: Sendable, Hashable {
  /// The topic, which sessions compare with the topics that their clients subscribed to.
  public var topic: String
  /// The message for those clients, printed once for all of them.
  public var text: String

  /// Creates an event.
  public init(topic: String, text: String) {
    self.topic = topic
    self.text = text
  }
}

/// A subscriber to the events of a backend.
///
/// The closures are called in the order of the events and while locks are held. They must return
/// quickly: pass the events to another thread, and do not call the stage.
public struct EventSubscriber: Sendable {
  /// Called with the events of an exchange.
  public let receive: @Sendable ([BackendEvent]) -> Void
  /// Called after the last event, because the namespace was dropped or replaced.
  public let end: @Sendable () -> Void

  /// Creates a subscriber.
  public init(
    receive: @escaping @Sendable ([BackendEvent]) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}
