/// Whether StackMob can be reached, as far as is known.
///
/// - Source: protocol reference B11.
public struct SMNetworkStatus: RawRepresentable, Sendable, Hashable {
  /// -1 unknown, 0 not reachable, 1 reachable.
  public let rawValue: Int32

  /// A status of a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// Nothing is known yet, or a connection is still being set up.
public let SMNetworkStatusUnknown = SMNetworkStatus(rawValue: -1)

/// There is no connection, or the service is down.
public let SMNetworkStatusNotReachable = SMNetworkStatus(rawValue: 0)

/// The service answers.
public let SMNetworkStatusReachable = SMNetworkStatus(rawValue: 1)

/// The old name of ``SMNetworkStatusUnknown``.
@available(*, deprecated, renamed: "SMNetworkStatusUnknown")
public let Unknown = SMNetworkStatusUnknown

/// The old name of ``SMNetworkStatusNotReachable``.
@available(*, deprecated, renamed: "SMNetworkStatusNotReachable")
public let NotReachable = SMNetworkStatusNotReachable

/// The old name of ``SMNetworkStatusReachable``.
@available(*, deprecated, renamed: "SMNetworkStatusReachable")
public let Reachable = SMNetworkStatusReachable
