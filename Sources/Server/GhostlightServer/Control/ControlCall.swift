import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The parsed query and body of a control call, with the parameters that many calls share.
struct ControlCall {
  private let call: Call
  /// The members of the body; empty if there is no body.
  let body: JSONObject
  private let query: [QueryItem]

  /// Parses the query, and the body if it is an object with the members of the call.
  ///
  /// Pass `false` for `hasMembers` if the body is a single value that the caller parses.
  ///
  /// - Throws: ``Fault/controlBadRequest`` if the body or the query is malformed.
  init(_ call: Call, hasMembers: Bool = true) throws(Fault) {
    self.call = call
    query = try call.request.target.controlItems()
    guard hasMembers, !call.request.body.isEmpty else {
      body = [:]
      return
    }
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(call.request.body, limits: Self.limits)
    } catch {
      throw Self.notJSON(error, call.request.body)
    }
    guard case .object(let object) = json else {
      throw Self.refusal("the body is not a JSON object")
    }
    body = object
  }

  /// The limits for a body: any length is allowed, because the listener already limits it.
  static let limits = JSONLimits(bytes: .max)

  /// Returns the error for a body that is not valid JSON.
  static func notJSON(_ error: JSONError, _ body: [UInt8]) -> Fault {
    refusal("the body is not valid JSON: \(JSONDiagnosis(of: error, in: body))")
  }

  static func refusal(_ what: String) -> Fault { .controlBadRequest.filled(["what": what]) }

  /// Returns the error for a valid call that conflicts with the state of the stage.
  static func conflict(_ what: String) -> Fault { .controlConflict.filled(["what": what]) }

  /// Performs a change and returns its result.
  ///
  /// - Throws: ``Fault/controlNotDurable`` if the stage stores changes durably and this one failed.
  static func kept<Result>(
    _ body: () throws(ChangeLogError) -> Result
  ) throws(Fault) -> Result {
    do throws(ChangeLogError) {
      return try body()
    } catch {
      throw .controlNotDurable.filled(["what": error.description])
    }
  }

  /// Returns the name of the namespace that the call is for.
  ///
  /// The namespace is named by the member or query parameter `namespace`, by the header field
  /// `X-Ghostlight-Namespace` or by the host. The default is `default`.
  ///
  /// - Throws: ``Fault/controlBadRequest`` if two of these name different namespaces.
  func namespaceName() throws(Fault) -> String {
    var named: [(by: String, name: String)] = []
    if let member = try text(body["namespace"], "namespace") { named.append(("the body", member)) }
    if let item = query.first(where: { $0.name == "namespace" }) {
      named.append(("the query", item.value ?? ""))
    }
    named += requestNamespaces
    if let problem = NamespaceAddress.conflict(named) { throw Self.refusal(problem) }
    return named.first?.name ?? Stage.defaultNamespace
  }

  /// The namespaces that the header field and the host name, and in `by` which of the two does.
  var requestNamespaces: [(by: String, name: String)] { NamespaceAddress.names(in: call.request) }

  /// Returns the namespace for a call that changes it; creates the namespace if it does not exist
  /// yet.
  func namespace(_ context: ControlContext) throws(Fault) -> Namespace {
    let name = try namespaceName()
    try Self.checkLog(context)
    return try Self.named { () throws(NamespaceError) in try context.stage.namespace(name) }
  }

  /// Returns the namespace for a call that only reads.
  ///
  /// If the namespace has not been used yet, the result shows the state that its first use would
  /// find.
  func view(_ context: ControlContext) throws(Fault) -> Namespace {
    let name = try namespaceName()
    try Self.checkLog(context)
    return try Self.named { () throws(NamespaceError) in try context.stage.view(name) }
  }

  /// Returns the namespace named by the query parameter `item`, or `default` without that
  /// parameter.
  func view(_ context: ControlContext, named item: String) throws(Fault) -> Namespace {
    let name = try text(item) ?? Stage.defaultNamespace
    try Self.checkLog(context)
    return try Self.named { () throws(NamespaceError) in try context.stage.view(name) }
  }

  /// Returns the name of the namespace, and the namespace itself or `nil` if it has not been used
  /// yet.
  func known(_ context: ControlContext) throws(Fault) -> (name: String, namespace: Namespace?) {
    let name = try namespaceName()
    try Self.checkLog(context)
    return (name, try Self.named { () throws(NamespaceError) in try context.stage.existing(name) })
  }

  /// Checks that the stage serves requests.
  ///
  /// - Throws: ``Fault/controlNotDurable`` if a change could not be stored.
  private static func checkLog(_ context: ControlContext) throws(Fault) {
    guard let failure = context.stage.failure else { return }
    throw .controlNotDurable.filled(["what": failure.description])
  }

  private static func named<Value>(
    _ body: () throws(NamespaceError) -> Value
  ) throws(Fault) -> Value {
    do throws(NamespaceError) {
      return try body()
    } catch {
      throw refusal(error.description)
    }
  }

  /// Returns the name of the emulator in the body or query, and checks that the emulator exists.
  func emulator(_ context: ControlContext) throws(Fault) -> String? {
    guard let name = try text("emulator") else { return nil }
    let known = context.stage.configuration.services.map(\.name)
    guard known.contains(name) else {
      throw Self.refusal(
        "no emulator is named \"\(name)\"; there are: \(known.joined(separator: ", "))")
    }
    return name
  }

  /// Returns the body's member `name`, or else the query parameter `name`; `nil` if neither exists.
  ///
  /// A parameter without a value is an empty string, so that it is not mistaken for a missing one.
  func text(_ name: String) throws(Fault) -> String? {
    try text(body[name], name) ?? query.first { $0.name == name }.map { $0.value ?? "" }
  }

  private func text(_ value: JSON?, _ name: String) throws(Fault) -> String? {
    guard let value else { return nil }
    guard let text = value.string else { throw Self.refusal("\"\(name)\" must be a string") }
    return text
  }

  /// Returns the query parameter `name` as a nonnegative integer; `nil` if it is missing.
  func number(_ name: String) throws(Fault) -> Int? {
    guard let item = query.first(where: { $0.name == name }) else { return nil }
    let text = item.value ?? ""
    guard let number = Int(text), number >= 0 else {
      throw Self.refusal("\"\(name)\" must be a whole number from 0")
    }
    return number
  }

  /// Returns the query parameter `name` as a Boolean; `nil` if it is missing.
  func flag(_ name: String) throws(Fault) -> Bool? {
    guard let item = query.first(where: { $0.name == name }) else { return nil }
    guard let flag = Bool(item.value ?? "") else {
      throw Self.refusal("\"\(name)\" must be true or false")
    }
    return flag
  }
}

extension Fault {
  static let controlForbidden = Fault(
    "control forbidden", .forbidden,
    "{what}; call the control API from this machine and not from a web page, or open it with "
      + "--control-host", source: "design")
  static let controlForeignPage = Fault(
    "control call of a foreign page", .forbidden,
    "{what} with the console's cookie: other pages and programs send Authorization: Bearer TOKEN",
    source: "design")
  static let controlUnauthorized = Fault(
    "control call without the token", .unauthorized,
    "{what}: send Authorization: Bearer TOKEN with the token that the server printed when it started; "
      + "commands take it from --control-token or GHOSTLIGHT_CONTROL_TOKEN, and browsers from the "
      + "console's link", source: "RFC 6750, section 3")
  static let controlReadOnly = Fault(
    "console that may only look", .forbidden,
    "this console may only look; start the server without --read-only-console, or use the "
      + "command line", source: "design")
  static let controlUnknown = Fault(
    "no such control call", .notFound, "no control call {call}; nearest: {nearest}",
    source: "design")
  static let controlMisdirected = Fault(
    "request for an emulator", .notFound, "no control call {call}. {hint}", source: "design")
  static let controlMethod = Fault(
    "control call by another method", .methodNotAllowed,
    "no control call {call}; this path takes {methods}", source: "design")
  static let controlConflict = Fault(
    "control call that does not fit", .conflict, "{what}", source: "design")
  static let controlNoNamespace = Fault(
    "no such namespace", .notFound, "there is no namespace \"{name}\"", source: "design")
  static let controlNoData = Fault(
    "no such table, row or request", .notFound, "{what}", source: "design")
  static let controlBusy = Fault(
    "too many control calls", .serviceUnavailable,
    "too many long calls wait already; call again later", source: "design")
  static let controlNotDurable = Fault(
    "change not kept", .serviceUnavailable, "{what}", source: "design")
  static let controlBadRequest = Fault(
    "malformed control call", .badRequest, "{what}", source: "design")
}
