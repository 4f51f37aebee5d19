import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Handlers for forgotten passwords and for changing a password (A5).
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

  /// Changes a password.
  ///
  /// The old password is required, unless the user has none.
  static func changePassword(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let parameters = try AuthParameters(call)
    let token = try AuthParameters.headerToken(call.request)
    let role = state.role(ofToken: token, at: moment)
    var user: JSONObject?
    if case .user(let id) = role { user = state.record(id) }
    let needsOld = user?["no_password"] != true
    let old = needsOld ? try parameters.text("old_password") : ""
    let new = try parameters.text("new_password")
    guard let user, let id = user["id"]?.string else {
      throw role == .expired ? .sessionExpired : .tokenNotFound
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

/// Handlers that verify e-mail addresses (A5).
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

/// Methods that send e-mails to users (A5).
extension EGF2State {
  /// Rejects a request if a provider state has made e-mails fail.
  ///
  /// - Throws: `fault`, filled with the error message of the provider state.
  func checkMail(_ fault: Fault) throws(Fault) {
    if let mailError { throw fault.filled(["problem": mailError]) }
  }

  /// Adds an e-mail that contains a token to the outbox.
  mutating func mail(
    _ template: MailTemplate, _ token: String, to user: JSONObject, root: String,
    at moment: Moment
  ) {
    guard let email = user["email"]?.string else { return }
    let names = [user["name"]?["given"]?.string, user["name"]?["family"]?.string]
    let name = names.compactMap(\.self).joined(separator: " ")
    var content: JSONObject = [
      "template": .string(template.rawValue), "subject": .string(template.subject),
      "params": ["name": .string(name), template.tokenName: .string(token)],
    ]
    if template == .confirmEmail {
      content["link"] = .string(
        root + "/v1/verify_email?token=" + PercentEncoding.encode(token))
    }
    outbox.post(.mail, to: [email], content, at: moment)
  }
}

/// A kind of e-mail that the pusher service sends (A5).
enum MailTemplate: String, Sendable {
  case confirmEmail = "confirm_email"
  case forgotPassword = "forgot_password"

  var subject: String {
    switch self {
    case .confirmEmail: "Please confirm your email"
    case .forgotPassword: "Reset your password"
    }
  }

  /// The name of the token in the e-mail template.
  var tokenName: String {
    switch self {
    case .confirmEmail: "verifyToken"
    case .forgotPassword: "resetToken"
    }
  }

  /// The number of digits of the token in the first e-mail.
  static let digits = 88
  /// The number of digits of the token in an e-mail that is sent again.
  static let digitsOfResent = 128
}
