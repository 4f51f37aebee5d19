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
