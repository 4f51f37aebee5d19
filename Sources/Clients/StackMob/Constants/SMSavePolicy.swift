/// The destination of a save through Core Data: the server, the cache, or both.
///
/// Use the constants, such as ``SMSavePolicyNetworkThenCache``. Policies only have an effect if the
/// store was created while `SM_CACHE_ENABLED` was `true`.
///
/// - Source: protocol reference B20.
public struct SMSavePolicy: RawRepresentable, Sendable, Hashable {
  /// The policy's number: 0 for network then cache, 1 for network only, 2 for cache only.
  public let rawValue: Int32

  /// Creates a policy from its number; apps normally use the constants instead.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// Sends the changes to the server, then stores the server's responses in the cache.
///
/// Without a network, the changes are stored in the cache until the next sync.
public let SMSavePolicyNetworkThenCache = SMSavePolicy(rawValue: 0)

/// Sends the changes only to the server, and removes saved objects from the cache.
///
/// Without a network the save fails.
public let SMSavePolicyNetworkOnly = SMSavePolicy(rawValue: 1)

/// Stores the changes only in the cache, for a later sync.
public let SMSavePolicyCacheOnly = SMSavePolicy(rawValue: 2)
