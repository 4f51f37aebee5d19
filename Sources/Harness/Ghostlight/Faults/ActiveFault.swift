/// A plan at work in a namespace.
public struct ActiveFault: Sendable, Hashable {
  /// Names it in the journal and to remove it: 1, 2, ….
  public let number: Int
  /// What it does.
  public let plan: FaultPlan
  /// How many requests it addressed so far.
  public internal(set) var addressed = 0
  /// How many of them it struck.
  public internal(set) var struck = 0
}
