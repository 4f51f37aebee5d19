/// A network that is always there, as far as anybody knows; Linux has no monitor.
public struct MSAlwaysReachable: MSReachabilitySource {
  /// Always reachable.
  public init() {}

  /// Always true.
  public var isReachable: Bool { true }

  /// Never calls.
  public func observe(_ change: @escaping @Sendable (Bool) -> Void) {}
}
