/// Where sessions receive what happens in a backend.
public struct EventSource: Sendable {
  /// Lets a listener receive everything from now on; what it answers lets the listener leave.
  ///
  /// After leaving it receives nothing more.
  public let subscribe: @Sendable (EventSubscriber) -> @Sendable () -> Void

  /// Makes a feed.
  public init(subscribe: @escaping @Sendable (EventSubscriber) -> @Sendable () -> Void) {
    self.subscribe = subscribe
  }
}

/// Something that happened in a backend, as its sessions tell it.
public struct BackendEvent: Sendable, Hashable {
  /// What it is about; sessions compare it with what their clients asked for.
  public var topic: String
  /// What those clients are told, printed once for all.
  public var text: String

  /// Makes an item.
  public init(topic: String, text: String) {
    self.topic = topic
    self.text = text
  }
}

/// Somebody who wants to know what happens in a backend.
///
/// Its closures are called in the order of what happens, with locks held: they hand on what they
/// are told, and ask nothing of the stage.
public struct EventSubscriber: Sendable {
  /// Takes what an exchange did.
  public let receive: @Sendable ([BackendEvent]) -> Void
  /// Learns that there will be no more, because the backend is gone.
  public let end: @Sendable () -> Void

  /// Makes a listener.
  public init(
    receive: @escaping @Sendable ([BackendEvent]) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}
