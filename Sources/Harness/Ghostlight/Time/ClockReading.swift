/// What a namespace's clock shows.
public struct ClockReading: Sendable, Hashable {
  /// Milliseconds since 1970.
  public let milliseconds: Int64
  /// Whether it stands still.
  public let isFrozen: Bool
}
