public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The emulator of one Mia-Platform project: its state, and the handlers of all its routes.
///
/// The emulator serves both generations of the vendor's API, which share users and sessions. The
/// CRUD service is under `/v2`, its status under `/-`. BaaS up to 3, which the modules `mkApp` and
/// `MIASync` use, is at the root and under `/v3`.
///
/// Most apps connect to the emulator through a `Stage`, or over HTTP. Use `MiaBackend` directly to
/// configure the project with which a stage starts, or to test a request without a stage.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = MiaConfiguration()
/// configuration.checksSecret = false
/// var project = MiaBackend(configuration)
/// _ = try project.setUp(
///   "collection exists",
///   parameters: ["definition": ["name": "books", "fields": [["name": "title", "type": "string"]]]],
///   at: .numbered())
/// let response = project.respond(
///   to: .json(.post, "/v2/books", ["title": "Ghosts"]), at: .numbered())
/// print(response.status)
/// let stage = Stage(StageConfiguration(services: [.mia(project)]))
/// ```
///
/// A backend is a value without locks: a copy is a snapshot, and each copy can be used by one
/// thread at a time. It never reads the clock and never draws random numbers: both come from the
/// `Moment` of a request, so the same requests always give the same responses.
public struct MiaBackend: Backend {
  package var state: MiaState
  /// The configuration with which the project was created.
  ///
  /// `restore(_:)` starts with this configuration; provider states do not change it.
  package let configuration: MiaConfiguration
  private var date = ResponseDate()

  /// Creates a project without collections and users.
  public init(_ configuration: MiaConfiguration = MiaConfiguration()) {
    self.configuration = configuration
    state = MiaState(configuration)
  }

  /// The routes of both generations in the order of their manuals followed by those of preflight
  /// requests, the provider states, and the refusals.
  public static let catalogue = BackendCatalogue(
    routes: crudTable.summaries + baasTable.summaries + preflights.summaries,
    providerStates: providerStates.summaries, refusals: Fault.mia)

  /// The vendor's catalogue, whatever the configuration.
  public var catalogue: BackendCatalogue { Self.catalogue }

  /// The e-mails that the project would have sent, after registrations and for forgotten passwords.
  public var outbox: Outbox { state.outbox }

  /// The origins whose web pages may read responses; `nil` if the configuration has no such list.
  public var allowedOrigins: [String]? { state.configuration.allowedOrigins }

  /// A line for each member of a collection's definition that has no effect, with its path.
  ///
  /// Version 7.x of the CRUD service accepts such members; 6.x refuses the definition.
  public var warnings: [String] {
    state.crud.collections.flatMap { collection in
      collection.definition.warnings.map { "\(collection.definition.endpoint): \($0)" }
    }
  }

  /// Returns the title of the route that serves a request, or `nil` if there is none.
  public func route(of request: Request) -> String? {
    if let match = preflight(request) { return Self.preflights.title(match) }
    let (generation, request) = MiaGeneration.call(request, in: state)
    let table = generation.routes
    return table.match(request, in: state).map(table.title)
  }

  /// Returns whether the route that serves a request may change the project's data.
  public func changes(_ request: Request) -> Bool {
    let (generation, request) = MiaGeneration.call(request, in: state)
    return generation.routes.match(request, in: state).map(generation.routes.changes) ?? false
  }

  /// Processes one request.
  ///
  /// If the request is refused, the project is unchanged. Some routes for several documents are an
  /// exception, as in the service: they keep the changes made before a violation of a unique index
  /// (E45).
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    var answer = respond(to: request, moment, budget)
    answer.response.headers.set(date.field(at: moment))
    state.configuration.crossOrigin.permit(&answer.response, for: request)
    return answer
  }

  /// Returns the response for a failure that a fault plan injects, in the format of the service
  /// that the request addresses.
  public func answer(
    _ failure: ServiceFailure, to request: Request, at moment: Moment
  ) -> Response {
    let generation = MiaGeneration.call(request, in: state).generation
    var response = generation.print(failure.fault(among: generation.failures))
    if generation == .baas3 { BaaSEnvelope.complete(&response) }
    var date = date
    response.headers.set(date.field(at: moment))
    state.configuration.crossOrigin.permit(&response, for: request)
    failure.complete(&response)
    return response
  }

  /// Returns the route for a browser's preflight request, which never has a secret or a session.
  ///
  /// Returns `nil` for other requests, and if cross-origin requests are disabled.
  private func preflight(_ request: Request) -> RouteMatch? {
    guard request.method == .options, !state.configuration.crossOrigin.isOff else { return nil }
    return Self.preflights.match(request, in: state)
  }

  private mutating func respond(
    to request: Request, _ moment: Moment, _ budget: WorkBudget
  ) -> Answer {
    if let match = preflight(request) {
      return Answer(
        state.configuration.crossOrigin.preflight(request),
        route: Self.preflights.title(match), effect: .read)
    }
    var moment = moment
    let (generation, request) = MiaGeneration.call(request, in: state)
    if generation == .crud4 { state.crud.expire(at: moment.milliseconds) }
    var answer: Answer
    if let match = generation.routes.match(request, in: state) {
      answer = serve(request, match, generation, &moment, budget)
    } else {
      answer = unmatched(request, generation, moment)
    }
    if generation == .baas3 { BaaSEnvelope.complete(&answer.response) }
    return answer
  }

  private mutating func serve(
    _ request: Request, _ match: RouteMatch, _ generation: MiaGeneration, _ moment: inout Moment,
    _ budget: WorkBudget
  ) -> Answer {
    let table = generation.routes
    let title = table.title(match)
    do throws(Fault) {
      let caller = try generation.caller(
        of: request, state, moment, allowsAnonymousByRow: table.allowsAnonymous(match))
      let call = Call(
        request: request, captures: match.captures, caller: caller, budget: budget)
      let served = try table.serve(match, call, &state, &moment)
      if served.effect == .changed, generation == .crud4,
        let slot = state.crud.position(of: call["collection"])
      {
        state.crud.share(slot)
      }
      // Requests that only read do not extend a session, because the change log would not contain
      // that change.
      if served.effect == .changed { state.accounts.use(request.sessionID, at: moment) }
      return Answer(served.response, route: title, effect: served.effect)
    } catch {
      return Answer(generation.print(error), route: title, effect: .refused)
    }
  }

  /// Returns the response to a request that no route serves.
  ///
  /// If the request has no valid secret, that refusal is returned instead.
  private func unmatched(
    _ request: Request, _ generation: MiaGeneration, _ moment: Moment
  ) -> Answer {
    let method = request.method.rawValue
    let nearest = generation.routes.nearMisses(method, request.target)
    var fault = generation.noRoute
      .withReason(noRouteServes: method, request.target, nearest: nearest)
    do throws(Fault) {
      _ = try generation.caller(of: request, state, moment, allowsAnonymousByRow: false)
    } catch { fault = error }
    return Answer(generation.print(fault), effect: .unmatched, nearMisses: nearest)
  }

  /// Sets up a provider state, and returns the values that it defines for the test, such as ids.
  ///
  /// - Throws: `ProviderStateError` if the name is unknown or a parameter is invalid.
  public mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    var moment = moment
    return try Self.providerStates.setUp(
      state, parameters: parameters, &self.state, &moment)
  }
}

/// The two generations of the vendor's API, each of which is a service of its own.
enum MiaGeneration: Sendable {
  /// BaaS up to 3, at the root and under `/v3`.
  case baas3
  /// The CRUD service under `/v2`, and its status under `/-`.
  case crud4

  /// Returns the generation that serves `request`, and the request with the path that the
  /// generation's routes expect: without `/v3`, and with a collection's path as one segment.
  static func call(
    _ request: Request, in state: MiaState
  ) -> (generation: MiaGeneration, request: Request) {
    if request.target.begins(with: "/v2") { return (.crud4, state.crud.joined(request)) }
    if request.target.begins(with: "/-") { return (.crud4, request) }
    var copy = request
    if request.target.begins(with: "/v3") {
      let rest = request.target.raw.dropFirst(3)
      copy.target = RequestTarget(rest.hasPrefix("/") ? String(rest) : "/" + rest)
    }
    copy.applyWantedMethod()
    return (.baas3, copy)
  }

  var routes: RouteTable<MiaState> {
    switch self {
    case .baas3: MiaBackend.baasTable
    case .crud4: MiaBackend.crudTable
    }
  }

  /// Checks the secret, and determines the caller of a request.
  func caller(
    of request: Request, _ state: MiaState, _ moment: Moment, allowsAnonymousByRow: Bool
  ) throws(Fault) -> Caller {
    switch self {
    case .baas3:
      try BaaSAccess.caller(of: request, state, moment, allowsAnonymousByRow: allowsAnonymousByRow)
    case .crud4:
      try CRUDAccess.caller(of: request, state, moment, allowsAnonymousByRow: allowsAnonymousByRow)
    }
  }

  /// The refusal of a request that no route serves.
  var noRoute: Fault {
    switch self {
    case .baas3: .baasNotFound
    case .crud4: .crudNotFound
    }
  }

  /// The refusals that a fault plan can inject; they do not depend on the request.
  var failures: [Fault] {
    switch self {
    case .baas3: [.baasNotFound, .baasUnauthorized, .baasForbidden]
    case .crud4: [.crudNotFound, .crudUnauthorized]
    }
  }

  /// Returns the response to a refused request.
  func print(_ fault: Fault) -> Response {
    var response =
      switch self {
      case .baas3: BaaSEnvelope.print(fault)
      case .crud4: CRUDEnvelope.print(fault)
      }
    response.headers[.ghostlightReason] = HeaderText.print(fault.explanation(in: "Mia"))
    return response
  }
}

/// Determines the caller of a request to BaaS up to 3 by its secret and its session (B1, B5).
enum BaaSAccess {
  /// Determines the caller of a request.
  ///
  /// A caller with an unknown or expired session is anonymous.
  ///
  /// - Throws: A refusal if the secret is missing or wrong.
  static func caller(
    of request: Request, _ state: MiaState, _ moment: Moment, allowsAnonymousByRow: Bool
  ) throws(Fault) -> Caller {
    if !allowsAnonymousByRow, state.configuration.checksSecret,
      !state.configuration.isSecret(request.value(of: .secret)),
      needsSecret(request, state)
    {
      throw .baasWrongSecret.withReason("the header field \"secret\" has to hold the API secret")
    }
    guard let sid = request.sessionID,
      let userID = state.accounts.userID(ofSession: sid, at: moment)
    else { return .anonymous }
    return .user(name: userID, realm: MiaState.usersName)
  }

  private static func needsSecret(_ request: Request, _ state: MiaState) -> Bool {
    guard !state.baas.access.isEmpty else { return true }
    let segments = request.target.rawPath.split(separator: "/")
      .map { PercentEncoding.decode(String($0)) ?? "" }
    guard let name = segments.first, let rules = state.baas.access[BytewiseString(name)] else {
      return true
    }
    return rules.needsSecret(AccessOperation(request, segments: segments))
  }
}

extension Call {
  /// The id of the signed-in user who sent the request, or `nil` without a session.
  var sessionUserID: String? {
    guard case .user(let id, _) = caller else { return nil }
    return id
  }
}

extension MiaState {
  /// Returns the part of a collection on which the caller may perform an operation.
  ///
  /// - Throws: A refusal if the caller may not perform the operation on any item.
  func scope(
    of operation: AccessOperation, in name: String, _ call: Call
  ) throws(Fault) -> AccessScope {
    guard !baas.access.isEmpty, let rules = baas.access[BytewiseString(name)] else { return .all }
    let user = call.sessionUserID
    let groups = user.flatMap { accounts.users[$0]?["groups"]?.array } ?? []
    return try rules.scope(
      of: operation, userID: user, groups: groups.compactMap(\.string))
  }
}

/// The gateway in front of the CRUD service, which checks the secret and determines the user (A1).
enum CRUDAccess {
  /// Returns the caller: the user in the header field `userid`, otherwise the session's user,
  /// otherwise an anonymous caller.
  static func caller(
    of request: Request, _ state: MiaState, _ moment: Moment, allowsAnonymousByRow: Bool
  ) throws(Fault) -> Caller {
    let caller = user(of: request, state, moment)
      .map { Caller.user(name: $0, realm: MiaState.usersName) }
    let access = access(to: request, state)
    guard !allowsAnonymousByRow, access != .open else { return caller ?? .anonymous }
    let secret =
      request.value(of: .secret) ?? request.value(of: .clientKey)
    guard !state.configuration.checksSecret || state.configuration.isSecret(secret) else {
      throw .crudUnauthorized.withReason(
        secret == nil ? "the header \"secret\" is missing" : "the secret is wrong")
    }
    guard access != .login || caller != nil else {
      throw .crudUnauthorized.withReason("the collection needs a login; send a valid sid")
    }
    return caller ?? .anonymous
  }

  private static func user(
    of request: Request, _ state: MiaState, _ moment: Moment
  ) -> String? {
    if let user = request.value(of: .userID), !["", "null", "undefined"].contains(user) {
      return user
    }
    return request.sessionID.flatMap { state.accounts.userID(ofSession: $0, at: moment) }
  }

  private static func access(to request: Request, _ state: MiaState) -> CollectionAccess {
    guard let segment = secondSegment(of: request.target),
      let name = PercentEncoding.decode(segment),
      let position = state.crud.position(of: name)
    else { return .secreted }
    return state.crud.collections[position].access
  }

  private static func secondSegment(of target: RequestTarget) -> String? {
    var raw = target.raw
    return raw.withUTF8 { bytes in
      var path = bytes[..<target.pathLength]
      var segment = path.prefix(0)
      for _ in 0..<2 {
        path = path.drop { $0 == UInt8(ascii: "/") }
        segment = path.prefix { $0 != UInt8(ascii: "/") }
        path = path[segment.endIndex...]
      }
      return segment.isEmpty ? nil : String(decoding: segment, as: UTF8.self)
    }
  }
}

extension Call {
  /// The id of the user who sent the request; `public` for an anonymous caller (A1).
  var userID: String { sessionUserID ?? "public" }
}
