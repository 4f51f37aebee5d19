public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// A Mia-Platform project: the CRUD service under `/v2`, BaaS up to 3 at the root and under `/v3`.
public struct MiaBackend: Backend {
  package var state: MiaState
  /// What the project was made with.
  let configuration: MiaConfiguration
  private var date = ResponseDate()

  /// Makes a project without collections and users.
  public init(_ configuration: MiaConfiguration = MiaConfiguration()) {
    self.configuration = configuration
    state = MiaState(configuration)
  }

  /// The routes, in the order of the manual.
  public static var routeSummaries: [RouteSummary] { crudTable.summaries + baasTable.summaries }

  /// The named preconditions.
  public static var providerStateSummaries: [ProviderStateSummary] { providerStates.summaries }

  /// The catalogues of refusals of both generations.
  public static var refusals: [Fault] { Fault.mia }

  /// The mails of registrations and forgotten passwords.
  public var outbox: Outbox { state.outbox }

  /// The title of the route that would serve a request, or `nil`.
  public func route(of request: Request) -> String? {
    let (generation, request) = MiaGeneration.call(request)
    let table = generation.routes
    return table.match(request, in: state).map(table.title)
  }

  /// Whether the route that serves a request may change the project.
  public func changes(_ request: Request) -> Bool {
    let (generation, request) = MiaGeneration.call(request)
    return generation.routes.match(request, in: state).map(generation.routes.changes) ?? false
  }

  /// Answers one request; a refusal leaves the project as it was.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    var moment = moment
    let (generation, request) = MiaGeneration.call(request)
    var answer: Answer
    if let match = generation.routes.match(request, in: state) {
      answer = serve(request, match, generation, &moment, budget)
    } else {
      answer = unmatched(request, generation, moment)
    }
    if generation == .baas3 { BaaSEnvelope.complete(&answer.response) }
    answer.response.headers[.date] = date.text(at: moment)
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
        of: request, state, moment, isForAnybody: table.servesAnybody(match))
      let call = Call(
        request: request, captures: match.captures, caller: caller, budget: budget)
      let served = try table.serve(match, call, &state, &moment)
      // Reading is no use of a session: the log of changes would not know of it.
      if served.effect == .changed { state.accounts.use(request.sessionID, at: moment) }
      return Answer(served.response, route: title, effect: served.effect)
    } catch {
      return Answer(generation.print(error), route: title, effect: .refused)
    }
  }

  /// What no route serves; the secret comes first all the same.
  private func unmatched(
    _ request: Request, _ generation: MiaGeneration, _ moment: Moment
  ) -> Answer {
    let method = request.method.rawValue
    let nearest = generation.routes.nearMisses(method, request.target)
    var fault = generation.noRoute
      .because(noRouteServes: method, request.target, nearest: nearest)
    do throws(Fault) {
      _ = try generation.caller(of: request, state, moment, isForAnybody: false)
    } catch { fault = error }
    return Answer(generation.print(fault), effect: .unmatched, nearMisses: nearest)
  }

  /// Brings about a named precondition.
  ///
  /// - Throws: `ProviderStateProblem` where the name is unknown or a parameter is not usable.
  public mutating func bringAbout(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    var moment = moment
    return try Self.providerStates.bringAbout(
      state, parameters: parameters, &self.state, &moment)
  }
}
