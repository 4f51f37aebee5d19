/// What a login handed out (A19.2).
struct Session: Sendable, Hashable {
  let accessToken: String
  let macKey: String
  let refreshToken: String
  let userSchema: String
  let userName: String
  /// When the access token ends, in milliseconds since 1970.
  var expires: Int64
}
