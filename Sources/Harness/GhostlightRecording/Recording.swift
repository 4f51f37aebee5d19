/// What happened: exchanges in the order in which they began.
public struct Recording: Sendable, Hashable {
  /// The exchanges.
  public var exchanges: [RecordedExchange]
  /// What people should know of it: where it was recorded, and from what.
  public var comment: String?

  /// Makes a recording.
  public init(_ exchanges: [RecordedExchange] = [], comment: String? = nil) {
    self.exchanges = exchanges
    self.comment = comment
  }
}
