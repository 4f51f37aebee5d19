public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// A Cosmos DB account over its SQL API, as Azure's own SDKs speak to it.
public struct CosmosBackend: Backend {
  package var state: CosmosState
  private var date = ResponseDate()
  private var containerFields = ContainerFields()

  /// Makes an account without databases.
  public init(_ configuration: CosmosConfiguration = CosmosConfiguration()) {
    state = CosmosState(configuration)
  }

  /// The routes, in the order of the manual.
  public static var routeSummaries: [RouteSummary] { routes.summaries }

  /// The named preconditions.
  public static var providerStateSummaries: [ProviderStateSummary] { providerStates.summaries }

  /// The catalogue of refusals.
  public static var refusals: [Fault] { Fault.cosmos }

  /// Nothing: an account sends nothing of its own accord.
  public var outbox: Outbox { Outbox() }

  /// The web pages that the configuration lists; none in a new account.
  public var allowedOrigins: [String]? { state.configuration.allowedOrigins }

  /// The title of the route that would serve a request, or `nil`.
  public func route(of request: Request) -> String? {
    Self.routes.match(request, in: state).map(Self.routes.title)
  }

  /// Whether the route that serves a request may change the account.
  public func changes(_ request: Request) -> Bool {
    Self.routes.match(request, in: state).map(Self.routes.changes) ?? false
  }

  /// Answers one request; a refusal leaves the account as it was.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    let crossOrigin = state.configuration.crossOrigin
    if let preflight = crossOrigin?.answer(to: request) { return preflight }
    var moment = moment
    let envelope = CosmosEnvelope(request, &moment)
    let match = Self.routes.match(request, in: state)
    var answer: Answer
    if let match {
      answer = serve(request, match, envelope, &moment, budget)
    } else {
      answer = unmatched(request, envelope)
    }
    if request.value(of: .prefer)?.lowercased() == "return=minimal",
      answer.effect == .changed
    {
      answer.response.body = []
    }
    envelope.complete(
      &answer.response, match?.captures, state, date: date.field(at: moment), &containerFields)
    crossOrigin?.permit(&answer.response, for: request)
    return answer
  }

  /// The answer of a service that fails on demand; the time of a retry is in milliseconds (B20).
  public func answer(
    _ failure: ServiceFailure, to request: Request, at moment: Moment
  ) -> Response {
    var moment = moment
    let envelope = CosmosEnvelope(request, &moment)
    let code = JSON.string(failure.status.identifier)
    var response = envelope.print(
      failure.fault(among: Fault.cosmosFailures, details: ["code": code]))
    if let seconds = failure.retryAfterSeconds {
      response.headers[.msRetryAfter] = String(seconds * 1000)
    }
    var (date, containerFields) = (date, containerFields)
    envelope.complete(
      &response, Self.routes.match(request, in: state)?.captures, state,
      date: date.field(at: moment), &containerFields)
    state.configuration.crossOrigin?.permit(&response, for: request)
    failure.complete(&response, retryAfter: false)
    return response
  }

  private mutating func serve(
    _ request: Request, _ match: RouteMatch, _ envelope: CosmosEnvelope, _ moment: inout Moment,
    _ budget: WorkBudget
  ) -> Answer {
    let title = Self.routes.title(match)
    do throws(Fault) {
      try CosmosAccess(request: request, state: state, moment: moment)
        .check(match.captures, changes: Self.routes.changes(match))
      try Consistency.check(request)
      let call = Call(request: request, captures: match.captures, budget: budget)
      let served = try Self.routes.serve(match, call, &state, &moment)
      return Answer(served.response, route: title, effect: served.effect)
    } catch {
      return Answer(envelope.print(error), route: title, effect: .refused)
    }
  }

  /// What no route serves: an unknown word, or a verb that a path does not know.
  private func unmatched(_ request: Request, _ envelope: CosmosEnvelope) -> Answer {
    let methods = Self.routes.methods(serving: request.target, in: state)
    let first = request.target.rawPath.split(separator: "/").first.map(String.init)
    let fault: Fault =
      if let what = NotEmulated.resource(request.target) {
        .notEmulated.filled(["what": what])
      } else if Self.lacksConflictKey(request) {
        .keyTooShort
      } else if !methods.isEmpty {
        .noVerb
      } else if ["dbs", "offers"].contains(first) {
        .noResource
      } else {
        .badURL
      }
    return Self.routes.unmatched(
      request.method.rawValue, request.target, fault, print: envelope.print)
  }

  /// Sets up a named precondition.
  ///
  /// - Throws: `ProviderStateError` where the name is unknown or a parameter is not usable.
  public mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    var moment = moment
    return try Self.providerStates.setUp(
      state, parameters: parameters, &self.state, &moment)
  }
}

/// A request may ask for less consistency than the account has, not for more (B2).
enum Consistency {
  static func check(_ request: Request) throws(Fault) {
    guard let level = request.value(of: .msConsistency) else { return }
    let allowed = ["session", "consistentprefix", "eventual"]
    guard allowed.contains(level.lowercased()) else {
      throw .strongerConsistency.filled(["level": level])
    }
  }
}

extension CosmosBackend {
  /// An account with what App Center makes for an app: `mbaas`, with `appcenter` parted by
  /// `/PartitionKey`.
  ///
  /// - Source: protocol reference B9; the names are those of the SDK's own tests.
  public static func forAppCenter(
    _ configuration: CosmosConfiguration = CosmosConfiguration()
  ) -> CosmosBackend {
    var backend = CosmosBackend(configuration)
    backend.addAppCenterData()
    return backend
  }

  /// Adds the collection that App Center's token exchange names.
  mutating func addAppCenterData() {
    let parameters: JSONObject = ["database": "mbaas", "container": "appcenter"]
    do throws(ProviderStateError) {
      _ = try CosmosStates(parameters).container(&state, Moment(milliseconds: 0, seed: 0))
    } catch {
      preconditionFailure("the names are valid: \(error)")
    }
  }
}
