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
