public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// An EGF2 back end: its public services on one port, over one graph.
public struct EGF2Backend: Backend {
  package var state: EGF2State
  private var date = ResponseDate()

  /// Makes a back end without objects.
  public init(_ configuration: EGF2Configuration = EGF2Configuration()) {
    state = EGF2State(configuration)
  }

  /// The routes, in the order of the manual.
  public static var routeSummaries: [RouteSummary] { table.summaries + preflights.summaries }

  /// The named preconditions.
  public static var providerStateSummaries: [ProviderStateSummary] { providerStates.summaries }

  /// The catalogue of refusals.
  public static var refusals: [Fault] { Fault.egf2 }

  /// The mails of registrations and forgotten passwords.
  public var outbox: Outbox { state.outbox }

  /// The events of the last exchange.
  public var events: [BackendEvent] { state.events.events }

  /// The web pages that `allowed_origins` lists.
  public var allowedOrigins: [String]? { state.configuration.crossOrigin.allowedOrigins }

  /// The title of the route that would serve a request, or `nil`.
  public func route(of request: Request) -> String? {
    row(of: request).map { $0.table.title($0.match) }
  }

  /// Whether the route that serves a request may change the graph.
  public func changes(_ request: Request) -> Bool {
    row(of: request).map { $0.table.changes($0.match) } ?? false
  }

  /// Answers one request; a refusal leaves the graph as it was.
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

  /// The answer of a service that fails on demand, whose codes its framework makes of the status.
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

  /// The row that serves; there is none for `HEAD`, nor for `OPTIONS` where no page is allowed (E9).
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
      let served = try row.table.serve(row.match, call, &state, &moment)
      return Answer(served.response, route: title, effect: served.effect)
    } catch {
      return Answer(EGF2Envelope.print(error), route: title, effect: .refused)
    }
  }

  /// What no route serves: a path that another method is for, or an unknown one (A2).
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

  /// The refusal of a body that is longer than the server takes, as the framework words it (A17).
  public static func bodyTooLarge(limit: Int) -> Response? {
    let message = "Request body size exceeds \(limit)"
    var response = EGF2Envelope.json(
      ["code": "RequestEntityTooLargeError", "message": .string(message)], .contentTooLarge)
    response.headers[.ghostlightReason] = "--max-body sets the limit"
    return response
  }

  /// Sets up a named precondition.
  ///
  /// - Throws: `ProviderStateError` where the name is unknown or a parameter is not usable.
  public mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    self.state.events.begin()
    var moment = moment
    return try Self.providerStates.setUp(
      state, parameters: parameters, &self.state, &moment)
  }
}
