public import GhostlightCore

/// One request on its way to a handler, with what routing and authentication found out.
public struct Call: Sendable {
  /// The request as it came.
  public var request: Request
  /// The decoded path segments that the route's pattern names.
  public var captures: Captures
  /// Who calls.
  public var caller: Caller
  /// How much work it may still cost.
  public let budget: WorkBudget

  /// Makes a call.
  public init(
    request: Request, captures: Captures = [:], caller: Caller = .anonymous,
    budget: WorkBudget = .unlimited
  ) {
    self.request = request
    self.captures = captures
    self.caller = caller
    self.budget = budget
  }

  /// The decoded segment that the pattern names `name`; empty where it names none.
  public subscript(name: String) -> String { captures[name] ?? "" }
}
