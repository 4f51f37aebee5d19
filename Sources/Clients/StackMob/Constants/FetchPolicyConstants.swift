// The policies for fetches, with the names of both generations of the SDK.
// Source: protocol reference B20.

/// Fetches from the server.
///
/// Without a network the fetch fails with -105.
public let SMFetchPolicyNetworkOnly = SMFetchPolicy(rawValue: 0)

/// The name of ``SMFetchPolicyNetworkOnly`` before version 2.2.
public let SMCachePolicyTryNetworkOnly = SMFetchPolicyNetworkOnly

/// Searches only the cache.
public let SMFetchPolicyCacheOnly = SMFetchPolicy(rawValue: 1)

/// The name of ``SMFetchPolicyCacheOnly`` before version 2.2.
public let SMCachePolicyTryCacheOnly = SMFetchPolicyCacheOnly

/// Fetches from the server.
///
/// Without a network it searches the cache.
public let SMFetchPolicyTryNetworkElseCache = SMFetchPolicy(rawValue: 2)

/// The name of ``SMFetchPolicyTryNetworkElseCache`` before version 2.2.
public let SMCachePolicyTryNetworkElseCache = SMFetchPolicyTryNetworkElseCache

/// Searches the cache.
///
/// If that finds nothing, it asks the server.
public let SMFetchPolicyTryCacheElseNetwork = SMFetchPolicy(rawValue: 3)

/// The name of ``SMFetchPolicyTryCacheElseNetwork`` before version 2.2.
public let SMCachePolicyTryCacheElseNetwork = SMFetchPolicyTryCacheElseNetwork
