/// What knows whether there is a network.
public protocol MSReachabilitySource: Sendable {
  /// Whether there is a network now.
  var isReachable: Bool { get }
  /// Hands over a closure to call at every change, with whether there is a network.
  func observe(_ change: @escaping @Sendable (Bool) -> Void)
}
