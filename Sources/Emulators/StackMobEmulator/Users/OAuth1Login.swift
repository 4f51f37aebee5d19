import GhostlightCore
import GhostlightEmulation

/// Login of OAuth1 clients (A19.6): `GET <user schema>/login`.
///
/// The calls of such a client are signed with the private key, so the session cookie that the real
/// service set would change nothing and is left out.
extension StackMobBackend {
  static func oauth1Login(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let form = try UserForm(call)
    guard call.caller == .administrator else {
      throw .notAuthorized.because("GET login is for calls signed with OAuth1; see accessToken")
    }
    guard let name = form[schema.primaryKey], let password = form[schema.passwordField ?? ""],
      let user = state.object(name, of: schema.name),
      let credentials = state.credentials[schema.name]?[name],
      credentials.check(password, at: moment) == .password
    else { throw .oauth1LoginFailed }
    return try answer(user, of: schema, call, state)
  }
}
