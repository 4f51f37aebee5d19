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
  public static var routeSummaries: [RouteSummary] { table.summaries }

  /// The named preconditions.
  public static var providerStateSummaries: [ProviderStateSummary] { providerStates.summaries }

  /// The catalogue of refusals.
  public static var refusals: [Fault] { Fault.egf2 }

  /// The mails of registrations and forgotten passwords.
  public var outbox: Outbox { state.outbox }

  /// The events of the last exchange.
  public var events: [BackendEvent] { state.events.events }

  /// The title of the route that would serve a request, or `nil`.
  public func route(of request: Request) -> String? {
    match(request).map(Self.table.title)
  }

  /// Whether the route that serves a request may change the graph.
  public func changes(_ request: Request) -> Bool {
    match(request).map(Self.table.changes) ?? false
  }

  /// Answers one request; a refusal leaves the graph as it was.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    state.events.begin()
    var moment = moment
    var answer: Answer
    if let match = match(request) {
      answer = serve(request, match, &moment, budget)
    } else {
      answer = unmatched(request)
    }
    answer.response.headers[.date] = date.text(at: moment)
    return answer
  }

  /// The row that serves; there is none for `HEAD` (E9).
  private func match(_ request: Request) -> RouteMatch? {
    request.method == .head ? nil : Self.table.match(request, in: state)
  }

  private mutating func serve(
    _ request: Request, _ match: RouteMatch, _ moment: inout Moment, _ budget: WorkBudget
  ) -> Answer {
    let title = Self.table.title(match)
    let call = Call(request: request, captures: match.captures, budget: budget)
    do throws(Fault) {
      let served = try Self.table.serve(match, call, &state, &moment)
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
