public import GhostlightCore

/// How much a HAR file may ask of the reader.
public struct HARLimits: Sendable, Hashable {
  /// The limits for files of this machine: 256 MiB, 200,000 entries, and the deepest nesting.
  public static let standard = HARLimits()

  /// How many entries a file may have.
  public let entries: Int
  /// How deep its values may be nested, and how many bytes it may have.
  public let json: JSONLimits

  /// Makes limits.
  public init(bytes: Int = 256 << 20, entries: Int = 200_000, depth: Int = JSONLimits.deepest) {
    self.entries = entries
    json = JSONLimits(depth: depth, bytes: bytes)
  }
}
