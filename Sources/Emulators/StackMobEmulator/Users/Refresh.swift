import GhostlightCore
import GhostlightEmulation

/// Refresh with rotation (A19.3).
extension StackMobBackend {
  static func refresh(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    guard let token = try UserForm(call)["refresh_token"],
      let session = state.sessions.session(refreshToken: token),
      session.userSchema == schema.name,
      let user = state.object(session.userName, of: schema.name)
    else { throw .refreshRefused }
    try spendOnSession(of: session.userName, in: schema, call, state)
    state.sessions.end(session)
    return startSession(of: user, named: session.userName, in: schema, &state, &moment)
  }
}
