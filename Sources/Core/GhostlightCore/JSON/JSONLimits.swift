/// How much a JSON text may ask of the parser.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting any limits allow.
  ///
  /// Values are read, compared and printed recursively, and a thread may have 512 KB of stack, of
  /// which a debug build takes up to 2 KB a level.
  public static let deepest = 128

  /// The limits for bodies and files: 128 levels and 64 MiB.
  public static let standard = JSONLimits()

  /// How many arrays and objects may stand inside one another; `[[]]` needs two.
  public let depth: Int
  /// How many bytes the whole text may have.
  public let bytes: Int

  /// Makes limits; a `depth` beyond ``deepest`` counts as ``deepest``.
  public init(depth: Int = deepest, bytes: Int = 64 << 20) {
    self.depth = min(depth, Self.deepest)
    self.bytes = bytes
  }
}
