public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The emulator of an EGF2 backend: its public services on one port, which share one graph.
///
/// The services are auth, client-api, file and pusher, with paths under `/v1/`.
/// ``EGF2Configuration`` reads the types of the graph from an app's `client-data/config.json`.
///
/// Most apps connect to the emulator through a `Stage`, or over HTTP. Use `EGF2Backend` directly to
/// configure the graph with which a stage starts, or to test a request without a stage.
///
/// ```swift
/// import Ghostlight
///
/// var backend = EGF2Backend()
/// _ = try backend.setUp(
///   "user exists", parameters: ["email": "mark@example.com", "password": "secret"], at: .numbered())
/// let response = backend.respond(
///   to: .json(.post, "/v1/login", ["email": "mark@example.com", "password": "secret"]),
///   at: .numbered())
/// print(response.status)
/// let stage = Stage(StageConfiguration(services: [.egf2(backend)]))
/// ```
///
/// A backend is a value without locks: a copy is a snapshot, and each copy can be used by one
/// thread at a time. It never reads the clock and never draws random numbers: both come from the
/// `Moment` of a request, so the same requests always give the same responses.
public struct EGF2Backend: Backend {
  package var state: EGF2State
  private var date = ResponseDate()

  /// Creates a backend whose graph does not contain objects.
  public init(_ configuration: EGF2Configuration = EGF2Configuration()) {
    state = EGF2State(configuration)
  }

  /// The routes of all services in the order of the vendor's manual followed by those of preflight
  /// requests, the provider states, and the refusals.
  public static let catalogue = BackendCatalogue(
    routes: table.summaries + preflights.summaries,
    providerStates: providerStates.summaries, refusals: Fault.egf2)

  /// The vendor's catalogue, whatever the configuration.
  public var catalogue: BackendCatalogue { Self.catalogue }

  /// The e-mails that the services would have sent, after registrations and for forgotten
  /// passwords.
  public var outbox: Outbox { state.outbox }

  /// The changes of the graph by the last request or provider state, for clients of the WebSocket.
  public var events: [BackendEvent] { state.events.events }

  /// The origins that the configuration lists in `allowed_origins`; `nil` if it has no such list.
  public var allowedOrigins: [String]? { state.configuration.crossOrigin.allowedOrigins }

  /// Returns the title of the route that serves a request, or `nil` if there is none.
  public func route(of request: Request) -> String? {
    row(of: request).map { $0.table.title($0.match) }
  }

  /// Returns whether the route that serves a request may change the graph.
  public func changes(_ request: Request) -> Bool {
    row(of: request).map { $0.table.changes($0.match) } ?? false
  }

  /// Processes one request.
  ///
  /// If the request is refused, the graph is unchanged.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    state.events.begin()
    var moment = moment
    var answer: Answer
    if let row = row(of: request) {
      answer = serve(request, row, &moment, budget)
    } else {
      answer = unmatched(request)
    }
    answer.response.headers.set(date.field(at: moment))
    state.configuration.crossOrigin.permit(&answer.response, for: request)
    return answer
  }

  /// Returns the response for a failure that a fault plan injects.
  ///
  /// The error code in the response is derived from the status, as in the services' framework.
  public func answer(
    _ failure: ServiceFailure, to request: Request, at moment: Moment
  ) -> Response {
    let name = failure.status.identifier
    let fault = failure.fault(
      among: [
        .unauthorized, .sessionExpired, .accessForbidden,
        .resourceNotFound.filled(["path": request.target.rawPath]),
        .methodNotAllowed.filled(["method": request.method.rawValue]),
      ], details: ["code": .string(name.hasSuffix("Error") ? name : name + "Error")])
    var response = EGF2Envelope.print(fault)
    var date = date
    response.headers.set(date.field(at: moment))
    state.configuration.crossOrigin.permit(&response, for: request)
    failure.complete(&response)
    return response
  }

  private typealias Row = (table: RouteTable<EGF2State>, match: RouteMatch)

  /// Returns the route of a request, or `nil` if no route serves it.
  ///
  /// No route serves `HEAD`, nor `OPTIONS` if the configuration does not allow any web pages (E9).
  private func row(of request: Request) -> Row? {
    if request.method == .head { return nil }
    var table = Self.table
    if request.method == .options, !state.configuration.crossOrigin.isOff {
      table = Self.preflights
    }
    return table.match(request, in: state).map { (table, $0) }
  }

  private mutating func serve(
    _ request: Request, _ row: Row, _ moment: inout Moment, _ budget: WorkBudget
  ) -> Answer {
    let title = row.table.title(row.match)
    let call = Call(request: request, captures: row.match.captures, budget: budget)
    do throws(Fault) {
      let served = try state.atomically { state throws(Fault) in
        try row.table.serve(row.match, call, &state, &moment)
      }
      return Answer(served.response, route: title, effect: served.effect)
    } catch {
      return Answer(EGF2Envelope.print(error), route: title, effect: .refused)
    }
  }

  /// Returns the response to a request that no route serves: its method is wrong, or its path
  /// unknown (A2).
  private func unmatched(_ request: Request) -> Answer {
    let method = request.method.rawValue
    let others = Self.table.methods(serving: request.target, in: state)
    var fault = Fault.resourceNotFound.filled(["path": request.target.rawPath])
    if !others.isEmpty { fault = .methodNotAllowed.filled(["method": method]) }
    var answer = Self.table.unmatched(
      method, request.target, fault, print: EGF2Envelope.print)
    if !others.isEmpty { answer.response.headers[.allow] = others.joined(separator: ", ") }
    return answer
  }

  /// Returns the refusal of a body that exceeds the server's limit in bytes, with the framework's
  /// message (A17).
  public static func bodyTooLarge(limit: Int) -> Response? {
    let message = "Request body size exceeds \(limit)"
    var response = EGF2Envelope.json(
      ["code": "RequestEntityTooLargeError", "message": .string(message)], .contentTooLarge)
    response.headers[.ghostlightReason] = "raise \"limits.maxBody\" in ghostlight.json"
    return response
  }

  /// Sets up a provider state, and returns the values that it defines for the test, such as ids.
  ///
  /// - Throws: `ProviderStateError` if the name is unknown or a parameter is invalid.
  public mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    self.state.events.begin()
    var moment = moment
    return try Self.providerStates.setUp(
      state, parameters: parameters, &self.state, &moment)
  }
}
