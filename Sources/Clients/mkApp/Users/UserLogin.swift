import GhostlightCore

/// What the server answered to a login.
struct UserLogin: Sendable {
  let email: String
  let password: String
  let sessionID: String
  let item: JSONObject

  var credentials: MKCredentials {
    MKCredentials(
      email: email, password: password, sessionID: sessionID,
      user: JSON.object(item).description)
  }
}
