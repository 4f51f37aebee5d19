/// Where a fetch looks for objects.
///
/// - Source: protocol reference B20.
public struct SMFetchPolicy: RawRepresentable, Sendable, Hashable {
  /// The number by which the policy travels in notifications.
  public let rawValue: Int32

  /// A policy of a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// The name of ``SMFetchPolicy`` before version 2.2.
public typealias SMCachePolicy = SMFetchPolicy
