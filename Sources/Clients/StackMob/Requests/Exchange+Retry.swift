import GhostlightCore
import HTTPTypes

extension Exchange {
  /// How long the service asks to wait; `nil` where it does not say so in seconds.
  ///
  /// Never below 0, never over a day.
  var retryAfterSeconds: Int64? {
    guard let text = response.headers[.retryAfter], let seconds = Int64(text) else { return nil }
    return min(max(0, seconds), 86_400)
  }
}
