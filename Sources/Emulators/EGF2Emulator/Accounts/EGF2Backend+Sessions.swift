import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Handlers that register users, and start and end sessions (A5).
extension EGF2Backend {
  static func register(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let parameters = try AuthParameters(call)
    let email = try parameters.value("email")
    let password = try parameters.text("password")
    let given = try parameters.value("first_name")
    let family = try parameters.value("last_name")
    let fields: JSONObject = [
      "name": ["given": given, "family": family], "email": email,
      "date_of_birth": try parameters.value("date_of_birth"),
    ]
    // Whether the e-mail can be sent is checked last. If it fails, the user must not be stored.
    var draft = state
    let registered = try draft.register(
      fields, password: password, &moment, within: call.budget)
    try draft.checkMail(.sendEmailError)
    draft.mail(
      .confirmEmail, registered.verifyToken, to: registered.user, root: call.request.linkBase,
      at: moment)
    let token = draft.openSession(of: registered.user["id"]?.string ?? "", &moment)
    state = draft
    return bearer(token)
  }

  static func logIn(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let parameters = try AuthParameters(call)
    let email = try parameters.text("email")
    let password = try parameters.text("password")
    guard let user = state.user(withEmail: email), let id = user["id"]?.string else {
      throw .wrongCredentials
    }
    guard state.isPassword(password, of: user) else {
      throw .wrongCredentials.withReason("\(email) has another password")
    }
    return bearer(state.openSession(of: id, &moment))
  }

  /// Ends the session of a valid token; any other token has no effect.
  static func logOut(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    if let token = Requester.token(of: call.request),
      let id = state.session(ofToken: token)?["id"]?.string
    {
      state.remove(id)
    }
    return EGF2Envelope.empty
  }

  /// Returns the session of a token; other services of the backend use this route.
  static func readSession(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    let token = try AuthParameters(call).text("token")
    guard let session = state.session(ofToken: token) else { throw .tokenNotFound }
    guard state.isAlive(session, at: moment) else { throw .sessionExpired }
    return EGF2Envelope.json(session)
  }

  private static func bearer(_ token: String) -> Response {
    EGF2Envelope.json(["type": "Bearer", "token": .string(token)])
  }
}

/// The parameters of an auth service request, in the query or else in a JSON body (A2, A5).
struct AuthParameters: Sendable {
  private let query: QueryParameters
  private let body: JSONObject

  /// Parses the parameters of a request.
  ///
  /// The body of a `GET` request is ignored.
  ///
  /// - Throws: A refusal if the body is not valid JSON.
  init(_ call: Call) throws(Fault) {
    query = call.query
    body = call.request.method == .get ? [:] : try call.body()
  }

  /// Returns a required parameter.
  ///
  /// - Throws: A refusal if the parameter is missing or empty.
  func value(_ name: String) throws(Fault) -> JSON {
    if let text = query[name] { return .string(text) }
    switch body[name] {
    case nil, .null?, .bool(false)?, .string("")?, .integer(0)?:
      throw .missingParameter.filled(["name": name])
    case .some(let value):
      return value
    }
  }

  /// Returns a required string parameter.
  ///
  /// - Throws: A refusal if the parameter is missing or empty. A value that is not a string counts
  ///   as missing (A18).
  func text(_ name: String) throws(Fault) -> String {
    guard let text = try value(name).string else {
      throw .missingParameter.filled(["name": name])
    }
    return text
  }

  /// Returns the token after `Bearer ` in the `Authorization` header field.
  ///
  /// - Throws: A refusal if the field is missing or too short to contain a token.
  static func headerToken(_ request: Request) throws(Fault) -> String {
    let schemeLength = 7
    guard let field = request.value(of: .authorization),
      field.utf8.count >= schemeLength
    else { throw .unauthorizedDenied }
    return String(decoding: field.utf8.dropFirst(schemeLength), as: UTF8.self)
  }
}
