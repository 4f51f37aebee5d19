public import GhostlightCore

/// A response with what the journal needs to know about it and the wire does not.
public struct Answer: Sendable {
  /// What an exchange did to the backend.
  public enum Effect: String, Sendable {
    /// A reading route served; the state is what it was.
    case read
    /// A changing route served; the state may be another.
    case changed
    /// A route refused; the state is what it was.
    case refused
    /// A fault plan answered in the backend's place.
    case injected
    /// No route serves such a request.
    case unmatched
  }

  /// What the client gets.
  public var response: Response
  /// The title of the route that served or refused.
  public var route: String?
  /// What happened to the state.
  public var effect: Effect
  /// The routes nearest to a request that none serves, and what differs.
  public var nearMisses: [String]

  /// Makes an answer.
  public init(
    _ response: Response, route: String? = nil, effect: Effect, nearMisses: [String] = []
  ) {
    self.response = response
    self.route = route
    self.effect = effect
    self.nearMisses = nearMisses
  }
}
