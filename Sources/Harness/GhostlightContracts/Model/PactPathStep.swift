/// One step of a path expression.
public enum PactPathStep: Sendable, Hashable {
  /// The member of a name.
  case member(String)
  /// The element at a position.
  case element(Int)
  /// Any member.
  case anyMember
  /// Any element.
  case anyElement
}
