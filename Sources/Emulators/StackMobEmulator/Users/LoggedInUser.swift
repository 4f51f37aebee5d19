import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Who am I (A19.4) and logout (A19.5).
extension StackMobBackend {
  static func loggedInUser(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let name = try signedIn(call, to: schema)
    guard let user = state.object(name, of: schema.name) else { throw .notAuthorized }
    return try answer(user, of: schema, call, state)
  }

  static func logout(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let name = try signedIn(call, to: schema)
    try spendOnSession(of: name, in: schema, call, state)
    state.sessions.endAll(userSchema: schema.name, userName: name)
    return .json(.ok, [:])
  }

  /// The name of the caller, who must be a user of `schema`.
  static func signedIn(_ call: Call, to schema: Schema) throws(Fault) -> String {
    guard case .user(let name, let realm) = call.caller, realm == schema.name else {
      throw .notAuthorized.because("nobody of schema \(schema.name) is logged in")
    }
    return name
  }
}
