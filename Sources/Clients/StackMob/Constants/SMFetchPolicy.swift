/// The source from which a fetch through Core Data gets objects: the server, the cache, or both.
///
/// Use the constants, such as ``SMFetchPolicyTryNetworkElseCache``. Set the policy for a whole
/// store with `SMCoreDataStore.fetchPolicy`, or for one fetch in its ``SMRequestOptions``. Policies
/// only have an effect if the store was created while `SM_CACHE_ENABLED` was `true`.
///
/// - Source: protocol reference B20.
public struct SMFetchPolicy: RawRepresentable, Sendable, Hashable {
  /// The policy's number, which also appears in `SMSetCachePolicyNotification`.
  public let rawValue: Int32

  /// Creates a policy from its number; apps normally use the constants instead.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// The name of ``SMFetchPolicy`` before version 2.2 of the SDK.
public typealias SMCachePolicy = SMFetchPolicy
