import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Handlers of logins and logouts, of the validation of users and of forgotten passwords (B6).
extension MiaBackend {
  static func logInUser(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let form = try LoginForm(call)
    guard let user = form.user(in: state.accounts), let id = user["id"]?.string else {
      throw .baasNoUser
    }
    guard state.accounts.passwords[id]?.matches(form.password) == true else {
      throw .baasBadCredential
    }
    guard !state.configuration.requiresValidation || user["validated"] == true else {
      throw .baasBadCredential.withReason("the user has not validated their email address")
    }
    try call.budget.spend(state.accounts.sessionCount(of: id), times: 8)
    let session = state.accounts.open(sessionOf: id, &moment)
    var response = BaaSEnvelope.json([
      "path": "/users", "id": .string(session.id), "uid": .string(id), "user": .object(user),
    ])
    response.headers[.setCookie] = "sid=\(session.id); path=/; httponly"
    response.headers[.sessionToken] = session.id
    return response
  }

  /// Ends the caller's session, if there is one, and clears the session cookie.
  static func logOutUser(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    if let sid = call.request.sessionID { state.accounts.close(sid) }
    var response = BaaSEnvelope.json([:])
    response.headers[.setCookie] = "sid=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly"
    return response
  }

  static func remindUser(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    state.mail("forgotten password", to: try addressee(call, state), at: moment)
    return BaaSEnvelope.json([:])
  }

  static func verifyUserAgain(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    state.mail("verification", to: try addressee(call, state), at: moment)
    return BaaSEnvelope.json([:])
  }

  /// Returns the user whose e-mail address is in the body.
  ///
  /// - Throws: A refusal if there is no such user.
  private static func addressee(_ call: Call, _ state: MiaState) throws(Fault) -> JSONObject {
    guard let email = try ItemBody.object(call)["email"]?.string,
      let user = state.accounts.users.first("email", email)
    else { throw .baasNoUser }
    return user
  }
}

extension MiaState {
  /// Adds an e-mail for a user to the outbox.
  mutating func mail(_ subject: String, to user: JSONObject, at moment: Moment) {
    guard let email = user["email"]?.string else { return }
    var content: JSONObject = ["subject": .string(subject)]
    for name in ["id", "username", "email"] { content[name] = user[name] }
    outbox.post(.mail, to: [email], content, at: moment)
  }
}

/// The credentials in a login request: `email` or `username`, and `password`, as a form or JSON
/// (B6).
struct LoginForm: Sendable {
  private var email: String?
  private var name: String?
  /// The password; empty if the request has none.
  ///
  /// A user's password is never empty.
  private(set) var password = ""

  /// Creates the form from a body.
  ///
  /// A body that starts with a brace is JSON, whatever its content type.
  ///
  /// - Throws: A refusal if the body is neither a form nor JSON.
  init(_ call: Call) throws(Fault) {
    let body = call.request.body
    let type = call.request.value(of: .contentType)?.lowercased() ?? ""
    if type.hasPrefix("application/json") || body.first == UInt8(ascii: "{") {
      let object = try ItemBody.object(call)
      email = object["email"]?.string
      name = object["username"]?.string
      password = object["password"]?.string ?? ""
      return
    }
    guard let fields = FormURLEncoding.parse(body) else {
      throw .baasBadBody.withReason("the form is malformed")
    }
    for field in fields {
      switch field.name {
      case "email": email = field.value
      case "username": name = field.value
      case "password": password = field.value
      default: break
      }
    }
  }

  /// Returns the user with the form's e-mail address or, if the form has none, its user name.
  func user(in accounts: Accounts) -> JSONObject? {
    if let email { return accounts.users.first("email", email) }
    return name.flatMap { accounts.users.first("username", $0) }
  }
}
