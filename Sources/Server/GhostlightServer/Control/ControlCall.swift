import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Reads the parts that control calls have in common.
struct ControlCall {
  private let call: Call
  /// The members of the body; none where there is no body.
  let body: JSONObject
  private let query: [QueryItem]

  /// Reads query and body, unless that holds no members of the call, but a value that is taken as a
  /// whole.
  ///
  /// - Throws: ``Fault/controlBadRequest`` where body or query is malformed.
  init(_ call: Call, hasMembers: Bool = true) throws(Fault) {
    self.call = call
    guard let items = call.request.target.queryItems else {
      throw Self.refusal("the query has a malformed percent escape")
    }
    query = items
    guard hasMembers, !call.request.body.isEmpty else {
      body = [:]
      return
    }
    let json: JSON
    do throws(JSONError) {
      json = try JSON.parse(call.request.body, limits: Self.limits)
    } catch {
      throw Self.refusal("the body is no JSON: \(error)")
    }
    guard case .object(let object) = json else { throw Self.refusal("the body is no JSON object") }
    body = object
  }

  /// How long a body may be is the listener's to say.
  static let limits = JSONLimits(bytes: .max)

  static func refusal(_ what: String) -> Fault { .controlBadRequest.filled(["what": what]) }

  /// What a well-formed call asks for does not fit the stage.
  static func conflict(_ what: String) -> Fault { .controlConflict.filled(["what": what]) }

  /// Lets an administrator's change happen.
  ///
  /// - Throws: ``Fault/controlNotKept`` where the stage keeps changes and could not.
  static func kept<Result>(
    _ body: () throws(ChangeLogError) -> Result
  ) throws(Fault) -> Result {
    do throws(ChangeLogError) {
      return try body()
    } catch {
      throw .controlNotDurable.filled(["what": error.description])
    }
  }

  /// The name of the namespace that the call is for: by the member or query item `namespace`, by the
  /// header, by the host, else `default`.
  ///
  /// - Throws: ``Fault/controlBadRequest`` where two of them disagree.
  func namespaceName() throws(Fault) -> String {
    var named: [(by: String, name: String)] = []
    if let member = try text(body["namespace"], "namespace") { named.append(("the body", member)) }
    if let item = query.first(where: { $0.name == "namespace" }) {
      named.append(("the query", item.value ?? ""))
    }
    if let (by, name) = requestNamespace { named.append((by, name)) }
    guard let first = named.first else { return Stage.defaultNamespace }
    for other in named where other.name != first.name {
      throw Self.refusal(
        "\(first.by) is for the namespace \"\(first.name)\", \(other.by) for \"\(other.name)\"; "
          + "name one")
    }
    return first.name
  }

  /// The namespace that the request itself is for, as a request to an emulator would be.
  var requestNamespace: (by: String, name: String)? {
    if let name = call.request.headers.value(of: .ghostlightNamespace) {
      return ("the header X-Ghostlight-Namespace", name)
    }
    let host = call.request.host
    guard host.hasSuffix(".localhost") else { return nil }
    return ("the host", String(host.dropLast(".localhost".count)))
  }

  /// The namespace of the call, for what changes it; it appears on first use.
  func namespace(_ context: ControlContext) throws(Fault) -> Namespace {
    let name = try namespaceName()
    return try Self.usable(
      Self.named { () throws(NamespaceError) in try context.stage.namespace(name) })
  }

  /// The namespace of the call, for what only reads: where nobody has used it, what its
  /// first use would find.
  func view(_ context: ControlContext) throws(Fault) -> Namespace {
    let name = try namespaceName()
    return try Self.usable(
      Self.named { () throws(NamespaceError) in try context.stage.view(name) })
  }

  /// The namespace that a query item names, `default` where there is none.
  func view(_ context: ControlContext, named item: String) throws(Fault) -> Namespace {
    let name = query.first { $0.name == item }?.value ?? Stage.defaultNamespace
    return try Self.usable(
      Self.named { () throws(NamespaceError) in try context.stage.view(name) })
  }

  /// The namespace of the call where somebody has used it, for what brings it back.
  func known(_ context: ControlContext) throws(Fault) -> (name: String, namespace: Namespace?) {
    let name = try namespaceName()
    let space = try Self.named { () throws(NamespaceError) in try context.stage.existing(name) }
    guard let space else { return (name, nil) }
    return (name, try Self.usable(space))
  }

  /// - Throws: ``Fault/controlNotKept`` while changes that were lost are read back.
  private static func usable(_ namespace: Namespace) throws(Fault) -> Namespace {
    guard let problem = namespace.problem else { return namespace }
    throw .controlNotDurable.filled(["what": problem.description])
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

  /// The emulator named in the body or query, which must exist.
  func emulator(_ context: ControlContext) throws(Fault) -> String? {
    guard let name = try text("emulator") else { return nil }
    let known = context.stage.configuration.emulators.map(\.name)
    guard known.contains(name) else {
      throw Self.refusal(
        "no emulator is named \"\(name)\"; there are: \(known.joined(separator: ", "))")
    }
    return name
  }

  /// A text of the body or the query.
  func text(_ name: String) throws(Fault) -> String? {
    try text(body[name], name) ?? query.first { $0.name == name }?.value
  }

  private func text(_ value: JSON?, _ name: String) throws(Fault) -> String? {
    guard let value else { return nil }
    guard let text = value.string else { throw Self.refusal("\"\(name)\" must be a string") }
    return text
  }

  /// A whole number of the query.
  func number(_ name: String) throws(Fault) -> Int? {
    guard let item = query.first(where: { $0.name == name }) else { return nil }
    let text = item.value ?? ""
    guard let number = Int(text), number >= 0 else {
      throw Self.refusal("\"\(name)\" must be a whole number from 0")
    }
    return number
  }

  /// `true` or `false` in the query.
  func flag(_ name: String) throws(Fault) -> Bool? {
    guard let item = query.first(where: { $0.name == name }) else { return nil }
    guard let flag = Bool(item.value ?? "") else {
      throw Self.refusal("\"\(name)\" must be true or false")
    }
    return flag
  }

  /// Refuses members that the call does not know.
  func allowOnly(_ names: String...) throws(Fault) {
    for key in body.keys where !names.contains(key) {
      throw Self.refusal(
        "there is no member \"\(key)\"; there are: \(names.joined(separator: ", "))")
    }
  }
}

/// The refusals of the control API.
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
