// The fetch policies, with the names of SDK 2.2 and those of earlier versions.
// Source: protocol reference B20.

/// Fetches from the server only.
///
/// Without a network the fetch fails with `SMError` -105.
public let SMFetchPolicyNetworkOnly = SMFetchPolicy(rawValue: 0)

/// The name of ``SMFetchPolicyNetworkOnly`` before version 2.2 of the SDK.
public let SMCachePolicyTryNetworkOnly = SMFetchPolicyNetworkOnly

/// Fetches from the cache only.
public let SMFetchPolicyCacheOnly = SMFetchPolicy(rawValue: 1)

/// The name of ``SMFetchPolicyCacheOnly`` before version 2.2 of the SDK.
public let SMCachePolicyTryCacheOnly = SMFetchPolicyCacheOnly

/// Fetches from the server, or from the cache if there is no network.
public let SMFetchPolicyTryNetworkElseCache = SMFetchPolicy(rawValue: 2)

/// The name of ``SMFetchPolicyTryNetworkElseCache`` before version 2.2 of the SDK.
public let SMCachePolicyTryNetworkElseCache = SMFetchPolicyTryNetworkElseCache

/// Fetches from the cache, or from the server if the cache has no matching objects.
public let SMFetchPolicyTryCacheElseNetwork = SMFetchPolicy(rawValue: 3)

/// The name of ``SMFetchPolicyTryCacheElseNetwork`` before version 2.2 of the SDK.
public let SMCachePolicyTryCacheElseNetwork = SMFetchPolicyTryCacheElseNetwork
