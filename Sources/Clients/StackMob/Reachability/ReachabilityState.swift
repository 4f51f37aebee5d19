/// What a reachability monitor knows and whom it tells.
struct ReachabilityState: Sendable {
  var status = SMNetworkStatusUnknown
  var block: (@Sendable (SMNetworkStatus) -> Void)?
  var policyBlock: (@Sendable (SMNetworkStatus) -> SMFetchPolicy)?
  var monitoring: Task<Void, Never>?
}
