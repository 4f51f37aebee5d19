import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Forgotten and changed passwords (A5).
extension EGF2Backend {
  static func forgotPassword(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let email = try AuthParameters(call).text("email")
    guard let user = state.user(withEmail: email), let id = user["id"]?.string else {
      throw .emailNotFound
    }
    try state.checkMail(.sendInstructionEmailError)
    let secret = state.newToken(of: id, MailTemplate.digits, &moment)
    state.setSecret("reset_token", secret, of: user)
    state.mail(.forgotPassword, secret, to: user, root: call.request.linkBase, at: moment)
    return EGF2Envelope.empty
  }

  static func resetPassword(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let parameters = try AuthParameters(call)
    let token = try parameters.text("reset_token")
    let password = try parameters.text("new_password")
    guard let user = state.user(withSecret: "reset_token", token), let id = user["id"]?.string
    else { throw .tokenNotFound }
    _ = try state.update(
      id, with: ["no_password": false], by: nil, &moment, within: call.budget)
    state.setPassword(password, of: user, &moment)
    state.setSecret("reset_token", nil, of: user)
    return EGF2Envelope.empty
  }

  /// A user without a password need not give the old one.
  static func changePassword(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let parameters = try AuthParameters(call)
    let token = try AuthParameters.headerToken(call.request)
    let standing = state.standing(ofToken: token, at: moment)
    var user: JSONObject?
    if case .user(let id) = standing { user = state.record(id) }
    let needsOld = user?["no_password"] != true
    let old = needsOld ? try parameters.text("old_password") : ""
    let new = try parameters.text("new_password")
    guard let user, let id = user["id"]?.string else {
      throw standing == .expired ? .sessionExpired : .tokenNotFound
    }
    guard !needsOld || state.isPassword(old, of: user) else { throw .wrongOldPassword }
    if !needsOld {
      _ = try state.update(
        id, with: ["no_password": false], by: nil, &moment, within: call.budget)
    }
    state.setPassword(new, of: user, &moment)
    return EGF2Envelope.empty
  }
}
