/// Matchers at a place.
public struct PactRule: Sendable, Hashable {
  /// How several matchers work together.
  public enum Combination: String, Sendable, Hashable, CaseIterable {
    /// All must match.
    case and = "AND"
    /// One must match.
    case or = "OR"
  }

  /// Where it applies.
  public var place: PactPath
  /// What must match.
  public var matchers: [PactMatcher]
  /// Whether all or one.
  public var combination: Combination

  /// Makes a rule.
  public init(
    _ place: PactPath, _ matchers: [PactMatcher], _ combination: Combination = .and
  ) {
    self.place = place
    self.matchers = matchers
    self.combination = combination
  }
}
