public import GhostlightCore

/// What a fault plan does to an exchange.
public struct FaultAction: Sendable, Hashable {
  /// Answers this in the backend's place; the request does not reach it.
  public var replacement: Response?
  /// What happens on the connection.
  ///
  /// A reset or empty reply keeps the request from the backend; the others damage its response.
  public var delivery: Delivery = .whole
  /// How much later the response comes, in milliseconds.
  public var latencyMilliseconds: Int64 = 0
  /// Whether the client really waits; else the namespace's clock moves on instead.
  public var isLatencyReal = false

  /// Makes an action that does nothing, to be filled in.
  public init() {}

  /// Whether the backend sees the request.
  var reachesBackend: Bool {
    guard replacement == nil else { return false }
    switch delivery {
    case .reset, .empty: return false
    default: return true
    }
  }
}

extension FaultAction {
  /// Answers with another response.
  public static func answer(_ response: Response) -> FaultAction {
    var action = FaultAction()
    action.replacement = response
    return action
  }

  /// Breaks the delivery.
  public static func deliver(_ delivery: Delivery) -> FaultAction {
    var action = FaultAction()
    action.delivery = delivery
    return action
  }

  /// Takes its time, by the namespace's clock or really.
  public static func latency(milliseconds: Int64, isReal: Bool = false) -> FaultAction {
    var action = FaultAction()
    action.latencyMilliseconds = milliseconds
    action.isLatencyReal = isReal
    return action
  }
}
