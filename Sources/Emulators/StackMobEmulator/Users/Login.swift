import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The handler of logins with a user name and a password (A19.2), which may be temporary (A19.9).
extension StackMobBackend {
  static func login(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let form = try UserForm(call)
    let schema = try state.knownSchema(call["schema"])
    let user = try user(of: form, in: schema, .loginFailed, call, state, moment)
    replacePassword(of: user.name, in: schema, with: user.newPassword, &state, &moment)
    return renewSession(of: user.object, named: user.name, in: schema, &state, &moment)
  }

  /// Returns the user whose name and password a form contains.
  ///
  /// If the password is a temporary one, the form's new password is to replace the user's password.
  ///
  /// - Throws: `failure` if there is no such user or the password is wrong, or
  ///   ``Fault/temporaryPassword`` if the form does not have the new password that it needs.
  private static func user(
    of form: UserForm, in schema: Schema, _ failure: Fault, _ call: Call, _ state: StackMobState,
    _ moment: Moment
  ) throws(Fault) -> (name: String, object: JSONObject, newPassword: String?) {
    guard let name = form[schema.primaryKey], let password = form[schema.passwordField ?? ""],
      let user = state.object(name, of: schema.name),
      let credentials = state.credentials[schema.name]?[name]
    else { throw failure }
    try spendOnSession(of: name, in: schema, call, state)
    switch credentials.check(password, at: moment) {
    case .wrong: throw failure.withReason("\(name) has another password")
    case .password: return (name, user, nil)
    case .temporary:
      guard let newPassword = form["new_password"] else { throw .temporaryPassword }
      return (name, user, newPassword)
    }
  }

  private static func replacePassword(
    of name: String, in schema: Schema, with newPassword: String?, _ state: inout StackMobState,
    _ moment: inout Moment
  ) {
    guard let newPassword else { return }
    state.credentials[schema.name]?[name] = Credentials(
      password: SaltedHash(newPassword, salt: moment.drawSalt()))
  }

  /// Charges the work of ending a user's sessions and starting a new one.
  static func spendOnSession(
    of name: String, in schema: Schema, _ call: Call, _ state: StackMobState
  ) throws(Fault) {
    let tokens = state.sessions.count(userSchema: schema.name, userName: name)
    try call.budget.spend(tokens, times: 16)
    try call.budget.spend(64)
    guard let user = state.object(name, of: schema.name) else { return }
    try call.budget.spend(user.work)
  }

  /// Ends the user's earlier sessions unless the configuration keeps them (D18), and starts a new
  /// session.
  static func renewSession(
    of user: JSONObject, named name: String, in schema: Schema, _ state: inout StackMobState,
    _ moment: inout Moment
  ) -> Response {
    endEarlierSessions(of: name, in: schema, &state, moment)
    return startSession(of: user, named: name, in: schema, &state, &moment)
  }

  private static func endEarlierSessions(
    of name: String, in schema: Schema, _ state: inout StackMobState, _ moment: Moment
  ) {
    state.sessions.endAll(
      userSchema: schema.name, userName: name,
      exceptAccessTokensAt: state.configuration.loginKeepsAccessTokens ? moment : nil)
  }

  /// Starts a session, and returns a response with the session's tokens and the user.
  static func startSession(
    of user: JSONObject, named name: String, in schema: Schema, _ state: inout StackMobState,
    _ moment: inout Moment
  ) -> Response {
    let session = addSession(of: name, in: schema, &state, &moment)
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

  private static func addSession(
    of name: String, in schema: Schema, _ state: inout StackMobState, _ moment: inout Moment
  ) -> Session {
    let session = Session(
      accessToken: moment.draw(.alphanumeric(32), named: "access-token"),
      macKey: moment.draw(.alphanumeric(32), named: "mac-key"),
      refreshToken: moment.draw(.alphanumeric(32), named: "refresh-token"),
      userSchema: schema.name, userName: name,
      expires: moment.later(byMilliseconds: state.configuration.tokenLifetimeMilliseconds))
    state.sessions.add(session)
    return session
  }
}

/// The handler of `refreshToken`; each use of a refresh token replaces it (A19.3).
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

/// The handler of `GET <user schema>/login`, with which OAuth1 clients log users in (A19.6).
///
/// Such a client signs its calls with the private key. The cookie of the response identifies the
/// user in later calls.
extension StackMobBackend {
  static func oauth1Login(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let form = try UserForm(call)
    guard call.caller == .administrator else {
      throw .notAuthorized.withReason(
        "GET login is for calls signed with OAuth1; see accessToken", section: "A19.6")
    }
    let user = try user(of: form, in: schema, .oauth1LoginFailed, call, state, moment)
    let response = try answer(user.object, of: schema, call, state)
    replacePassword(of: user.name, in: schema, with: user.newPassword, &state, &moment)
    return renewCookieSession(of: user.name, in: schema, response, call, &state, &moment)
  }

  /// Ends the user's earlier sessions and starts a new one, as a login with a token does, and
  /// returns `response` with the session's cookie.
  static func renewCookieSession(
    of name: String, in schema: Schema, _ response: Response, _ call: Call,
    _ state: inout StackMobState, _ moment: inout Moment
  ) -> Response {
    endEarlierSessions(of: name, in: schema, &state, moment)
    let session = addSession(of: name, in: schema, &state, &moment)
    var response = response
    response.headers[.setCookie] = SessionCookie.value(session.accessToken, for: call.request)
    return response
  }
}

/// The handlers that return the logged-in user's own object (A19.4) and log the user out (A19.5).
extension StackMobBackend {
  static func loggedInUser(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let name = try signedIn(call, to: schema, state, moment)
    guard let user = state.object(name, of: schema.name) else { throw .notAuthorized }
    return try answer(user, of: schema, call, state)
  }

  static func logout(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let name = try signedIn(call, to: schema, state, moment)
    try spendOnSession(of: name, in: schema, call, state)
    state.sessions.endAll(userSchema: schema.name, userName: name)
    var response = Response.json(.ok, [:])
    if call.caller == .administrator {
      response.headers[.setCookie] = SessionCookie.value(
        SessionCookie.loggedOut, for: call.request)
    }
    return response
  }

  /// Returns the name of the logged-in user.
  ///
  /// - Throws: ``Fault/notAuthorized`` if no user of `schema` is logged in.
  static func signedIn(
    _ call: Call, to schema: Schema, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> String {
    guard let user = try loggedIn(call, state, moment), user.realm == schema.name else {
      throw .notAuthorized.withReason(
        "no user of schema \(schema.name) is logged in", section: "A19.4")
    }
    return user.name
  }

  /// Returns the logged-in user and the user's schema, or `nil` if there is none.
  ///
  /// It is the caller or, for a call with the private key, the user of the session cookie.
  static func loggedIn(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> (name: String, realm: String)? {
    switch call.caller {
    case .anonymous: return nil
    case .user(let name, let realm): return (name, realm)
    case .administrator:
      guard let field = call.request.headers[.cookie] else { return nil }
      try call.budget.spend(bytes: field.utf8.count)
      let session = SessionCookie.tokens(in: field).lazy
        .compactMap { state.sessions.session(accessToken: $0, at: moment) }.first
      return session.map { ($0.userName, $0.userSchema) }
    }
  }
}

/// The parameters of a login call or refresh call: a form in the body or, as in old documentation,
/// the query (A19.9).
struct UserForm {
  private let fields: [FormField]

  /// Parses the parameters in a call's query and body.
  ///
  /// If both contain a parameter, the body's value is used.
  ///
  /// - Throws: ``Fault/badRequest`` if the query or the body is malformed.
  init(_ call: Call) throws(Fault) {
    try call.budget.spend(bytes: call.request.body.count)
    guard let items = call.request.target.queryItems,
      let form = FormURLEncoding.parse(call.request.body)
    else { throw .badRequest.withReason("the form has a malformed percent escape or no UTF-8") }
    fields = items.map { FormField($0.name, $0.value ?? "") } + form
  }

  /// The last value of a parameter; `nil` if it is missing.
  subscript(key: String) -> String? { fields.last { $0.name == key }?.value }
}

/// The cookie with which OAuth1 clients identify the user who logged in (A19.6, D60).
///
/// The Java SDK recognises it by the start of its name, and the JavaScript SDK by its full name.
/// The cookie has no date, because the emulator's clock may differ from the client's clock.
enum SessionCookie {
  private static let prefix = "session_"

  /// The value after a logout, which the SDKs recognise because it is JSON.
  static let loggedOut = #"{"logged_out":true}"#

  /// Returns the value of `Set-Cookie` for the response to `request`.
  static func value(_ value: String, for request: Request) -> String {
    "\(prefix)\(app(of: request) ?? "app")=\(value); Path=/"
  }

  /// Returns the access tokens in the values of session cookies.
  ///
  /// Some clients send the complete `Set-Cookie` value back, so other names are skipped.
  static func tokens(in field: String) -> [String] {
    field.parts(at: ";").compactMap { pair in
      let pair = pair[...].trimmed
      guard pair.hasPrefix(prefix), let equals = pair.firstIndex(of: "=") else { return nil }
      return String(pair[equals...].dropFirst())
    }
  }

  /// Returns the app's name in an old address or in the client's name, or `nil` if a cookie's name
  /// could not contain it.
  private static func app(of request: Request) -> String? {
    let client = request.value(of: .stackMobUserAgent) ?? request.value(of: .userAgent) ?? ""
    // Such as `StackMob (JS; 0.2.1)/<app>`.
    let parts = client.parts(at: "/")
    let named = parts.dropLast().last?.hasSuffix(")") == true ? parts.last : nil
    guard let app = RoutedPath(request).app ?? named else { return nil }
    let isToken = app.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
    return isToken ? app : nil
  }
}
