import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Verifying addresses (A5).
extension EGF2Backend {
  static func verifyEmail(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let token = try AuthParameters(call).text("token")
    guard let user = state.user(withSecret: "verify_token", token), let id = user["id"]?.string
    else { throw .tokenNotFound }
    _ = try state.update(
      id, with: ["verified": true], by: nil, &moment, within: call.budget)
    state.setSecret("verify_token", nil, of: user)
    return EGF2Envelope.empty
  }

  static func resendVerification(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    _ = try call.body()
    let token = try AuthParameters.headerToken(call.request)
    guard let session = state.session(namedIn: token), let id = session["user"]?.string,
      let user = state.record(id)
    else { throw .tokenNotFound }
    guard session["token"]?.string == token else { throw .invalidAccessToken }
    guard state.isAlive(session, at: moment) else { throw .sessionExpired }
    guard user["verified"] != true else { throw .emailAlreadyVerified }
    try state.checkMail(.sendEmailError)
    let secret = state.newToken(of: id, MailTemplate.digitsOfResent, &moment)
    state.setSecret("verify_token", secret, of: user)
    state.mail(.confirmEmail, secret, to: user, root: call.request.linkBase, at: moment)
    return EGF2Envelope.empty
  }
}
