/// Where conversations hear what happens in a backend.
public struct NewsFeed: Sendable {
  /// Lets a listener hear everything from now on; what it answers lets the listener leave.
  ///
  /// After leaving it hears nothing more.
  public let join: @Sendable (NewsListener) -> @Sendable () -> Void

  /// Makes a feed.
  public init(join: @escaping @Sendable (NewsListener) -> @Sendable () -> Void) {
    self.join = join
  }
}

/// Something that happened in a backend, as its conversations tell it.
public struct News: Sendable, Hashable {
  /// What it is about; conversations compare it with what their clients asked for.
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
public struct NewsListener: Sendable {
  /// Takes what an exchange did.
  public let hear: @Sendable ([News]) -> Void
  /// Learns that there will be no more, because the backend is gone.
  public let end: @Sendable () -> Void

  /// Makes a listener.
  public init(
    hear: @escaping @Sendable ([News]) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.hear = hear
    self.end = end
  }
}
