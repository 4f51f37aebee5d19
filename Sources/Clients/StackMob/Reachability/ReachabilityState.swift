import GhostlightClient

/// What a reachability monitor knows and whom it tells.
struct ReachabilityState: Sendable {
  var status = SMNetworkStatusUnknown
  var block: Callback<(SMNetworkStatus) -> Void>?
  var policyBlock: Callback<(SMNetworkStatus) -> SMFetchPolicy>?
  var monitoring: Task<Void, Never>?
}
