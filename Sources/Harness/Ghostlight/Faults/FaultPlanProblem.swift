/// Why a description is no fault plan.
public struct FaultPlanProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the member and the remedy.
  public let description: String

  /// Says what is wrong and what to do.
  public init(_ description: String) { self.description = description }
}
