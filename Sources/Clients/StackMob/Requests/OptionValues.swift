import GhostlightClient

/// What a request's options say at one moment.
struct OptionValues: Sendable {
  var headers: [String: String]?
  var isSecure = false
  var tryRefreshToken = true
  var numberOfRetries = 3
  var retryBlock: Callback<SMFailureRetryBlock>?
  var cacheResults = true
  var fetchPolicy: SMFetchPolicy?
  var savePolicy: SMSavePolicy?
}
