import GhostlightCore
public import HTTPTypes

/// Trouble on demand: which requests of a namespace it meets, how often, and what it does.
///
/// The same plans, seed and requests give the same trouble.
public struct FaultPlan: Sendable, Hashable {
  /// How often a plan strikes among the requests that it addresses.
  public enum Occurrence: Sendable, Hashable {
    /// At each.
    case always
    /// At one, counted from 1.
    case call(Int)
    /// At every so many: 3 strikes at the third, the sixth, ….
    case every(Int)
    /// At about this share from 0 to 1, drawn from the namespace's seed.
    case probability(Double)
  }

  /// The emulator's name; `nil` for all.
  public var emulator: String?
  /// The title of the route, as the control API lists it; `nil` for all.
  public var route: String?
  /// The method; `nil` for all.
  public var method: HTTPRequest.Method?
  /// A path in which `*` stands for any text; `nil` for all.
  public var path: String?
  /// How often it strikes.
  public var occurrence: Occurrence = .always
  /// How many times it strikes at most; `nil` for ever.
  public var times: Int?
  /// What it does.
  public var action: FaultAction

  /// Makes a plan that always strikes at every request.
  public init(_ action: FaultAction) { self.action = action }
}
