/// Where a save through Core Data puts objects.
///
/// Policies count only for stores that were made while `SM_CACHE_ENABLED` was `true`.
///
/// - Source: protocol reference B20.
public struct SMSavePolicy: RawRepresentable, Sendable, Hashable {
  /// 0 network then cache, 1 network only, 2 cache only.
  public let rawValue: Int32

  /// A policy of a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// Send to the server, then put its answers into the cache; without a network the cache keeps the
/// changes for a sync.
public let SMSavePolicyNetworkThenCache = SMSavePolicy(rawValue: 0)

/// Send to the server alone; without a network the save fails.
///
/// What the cache had of the objects is given up.
public let SMSavePolicyNetworkOnly = SMSavePolicy(rawValue: 1)

/// Put into the cache alone, where the changes wait for a sync.
public let SMSavePolicyCacheOnly = SMSavePolicy(rawValue: 2)
