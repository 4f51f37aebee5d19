import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Login with name and password (A19.2), also with a temporary password (A19.9).
extension StackMobBackend {
  static func login(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let form = try UserForm(call)
    return try login(form, call, &state, &moment)
  }

  private static func login(
    _ form: UserForm, _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    guard let name = form[schema.primaryKey], let password = form[schema.passwordField ?? ""],
      let user = state.object(name, of: schema.name),
      var credentials = state.credentials[schema.name]?[name]
    else { throw .loginFailed }
    try spendOnSession(of: name, in: schema, call, state)
    switch credentials.check(password, at: moment) {
    case .wrong: throw .loginFailed
    case .password: break
    case .temporary:
      guard let newPassword = form["new_password"] else { throw .temporaryPassword }
      credentials = Credentials(password: SaltedHash(newPassword, salt: moment.drawSalt()))
      state.credentials[schema.name]?[name] = credentials
    }
    return renewSession(of: user, named: name, in: schema, &state, &moment)
  }

  /// Spends what the end of a user's sessions and a new one cost.
  static func spendOnSession(
    of name: String, in schema: Schema, _ call: Call, _ state: StackMobState
  ) throws(Fault) {
    let tokens = state.sessions.count(userSchema: schema.name, userName: name)
    try call.budget.spend(tokens, times: 16)
    try call.budget.spend(64)
    guard let user = state.object(name, of: schema.name) else { return }
    try call.budget.spend(user.work)
  }

  /// Ends what the user held before (D18) and starts a session.
  static func renewSession(
    of user: JSONObject, named name: String, in schema: Schema, _ state: inout StackMobState,
    _ moment: inout Moment
  ) -> Response {
    state.sessions.endAll(
      userSchema: schema.name, userName: name,
      exceptAccessTokensAt: state.configuration.loginKeepsAccessTokens ? moment : nil)
    return startSession(of: user, named: name, in: schema, &state, &moment)
  }

  /// Hands out new tokens and answers them with the user.
  static func startSession(
    of user: JSONObject, named name: String, in schema: Schema, _ state: inout StackMobState,
    _ moment: inout Moment
  ) -> Response {
    let session = Session(
      accessToken: moment.draw(.alphanumeric(32), named: "access-token"),
      macKey: moment.draw(.alphanumeric(32), named: "mac-key"),
      refreshToken: moment.draw(.alphanumeric(32), named: "refresh-token"),
      userSchema: schema.name, userName: name,
      expires: moment.later(byMilliseconds: state.configuration.tokenLifetimeMilliseconds))
    state.sessions.add(session)
    return .json(
      .ok,
      [
        "access_token": .string(session.accessToken),
        "mac_key": .string(session.macKey),
        "mac_algorithm": "hmac-sha-1",
        "token_type": "mac",
        "expires_in": .integer(state.configuration.tokenLifetimeSeconds),
        "refresh_token": .string(session.refreshToken),
        "stackmob": ["user": .object(user)],
      ])
  }
}
