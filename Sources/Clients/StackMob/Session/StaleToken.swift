/// An access token that has expired; `nil` where a session has only a refresh token.
struct StaleToken: Sendable {
  var accessToken: String?
}
