import GhostlightCore
import HTTPTypes

extension HTTPField.Name {
  /// Milliseconds until a request should be repeated.
  static let msRetryAfter = known("x-ms-retry-after-ms")
}
