/// One row of a route table, as the documentation prints it.
public struct RouteSummary: Sendable, Hashable {
  /// The method: `GET`.
  public let method: String
  /// The path pattern, captures in braces: `/{schema}/{id}`.
  public let pattern: String
  /// The vendor's own heading.
  public let title: String
  /// Whether the route may change the state.
  public let changes: Bool
}
