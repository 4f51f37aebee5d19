// The policies for fetches, by both generations of names.
// Source: protocol reference B20.

/// Ask the server; without a network the fetch fails with -105.
public let SMFetchPolicyNetworkOnly = SMFetchPolicy(rawValue: 0)

/// The name of ``SMFetchPolicyNetworkOnly`` before version 2.2.
public let SMCachePolicyTryNetworkOnly = SMFetchPolicyNetworkOnly

/// Look into the cache alone.
public let SMFetchPolicyCacheOnly = SMFetchPolicy(rawValue: 1)

/// The name of ``SMFetchPolicyCacheOnly`` before version 2.2.
public let SMCachePolicyTryCacheOnly = SMFetchPolicyCacheOnly

/// Ask the server; without a network look into the cache.
public let SMFetchPolicyTryNetworkElseCache = SMFetchPolicy(rawValue: 2)

/// The name of ``SMFetchPolicyTryNetworkElseCache`` before version 2.2.
public let SMCachePolicyTryNetworkElseCache = SMFetchPolicyTryNetworkElseCache

/// Look into the cache; where that finds nothing, ask the server.
public let SMFetchPolicyTryCacheElseNetwork = SMFetchPolicy(rawValue: 3)

/// The name of ``SMFetchPolicyTryCacheElseNetwork`` before version 2.2.
public let SMCachePolicyTryCacheElseNetwork = SMFetchPolicyTryCacheElseNetwork
