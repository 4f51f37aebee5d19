/// The destination of a save through Core Data: the server, the cache, or both.
///
/// Use the constants, such as ``SMSavePolicyNetworkThenCache``. Policies only have an effect if the
/// store was created while `SM_CACHE_ENABLED` was `true`.
///
/// - Source: protocol reference B20.
public struct SMSavePolicy: RawRepresentable, Sendable, Hashable {
  /// The number of the policy: 0 network then cache, 1 network only, 2 cache only.
  public let rawValue: Int32

  /// Creates a policy from its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// Sends the changes to the server, then stores its responses in the cache.
///
/// Without a network, the cache stores the changes for a sync.
public let SMSavePolicyNetworkThenCache = SMSavePolicy(rawValue: 0)

/// Sends the changes only to the server.
///
/// Without a network the save fails.
///
/// The cache removes its copies of the saved objects.
public let SMSavePolicyNetworkOnly = SMSavePolicy(rawValue: 1)

/// Stores the changes only in the cache, for a later sync.
public let SMSavePolicyCacheOnly = SMSavePolicy(rawValue: 2)
