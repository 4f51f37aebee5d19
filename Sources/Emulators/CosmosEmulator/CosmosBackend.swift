public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The emulator of one Cosmos DB account with the SQL API that Azure's own SDKs use.
///
/// Clients sign requests with a master key or send a resource token. By default, the master key is
/// that of the vendor's own emulator. Databases, containers, documents, queries, change feeds,
/// patches and batches are emulated. Server-side scripts are not emulated: requests for them get
/// status 501.
///
/// Most apps connect to the emulator through a `Stage`, or over HTTP. Use `CosmosBackend` directly
/// to configure the account with which a stage starts.
///
/// ```swift
/// import Ghostlight
///
/// var account = CosmosBackend()
/// _ = try account.setUp(
///   "document exists",
///   parameters: [
///     "database": "shop", "container": "orders",
///     "document": ["id": "1", "PartitionKey": "spring", "total": 12],
///   ], at: .numbered())
/// let stage = Stage(StageConfiguration(services: [.cosmos(account)]))
/// ```
///
/// A backend is a value without locks: a copy is a snapshot, and each copy can be used by one
/// thread at a time. It never reads the clock and never draws random numbers: both come from the
/// `Moment` of a request, so the same requests always give the same responses.
public struct CosmosBackend: Backend {
  package var state: CosmosState
  private var date = ResponseDate()
  private var containerFields = ContainerFields()

  /// Creates an account without databases.
  public init(_ configuration: CosmosConfiguration = CosmosConfiguration()) {
    state = CosmosState(configuration)
  }

  /// The routes of the SQL API in the order of the vendor's manual, the provider states of the
  /// account, and the refusals of the service.
  public static let catalogue = BackendCatalogue(
    routes: routes.summaries,
    providerStates: providerStates.summaries, refusals: Fault.cosmos)

  /// The vendor's catalogue, whatever the configuration.
  public var catalogue: BackendCatalogue { Self.catalogue }

  /// Always empty, because an account does not send e-mails or other messages.
  public var outbox: Outbox { Outbox() }

  /// The origins whose web pages may read responses, as configured; empty in a new account.
  public var allowedOrigins: [String]? { state.configuration.allowedOrigins }

  /// Returns the title of the route that serves a request, or `nil` if there is none.
  public func route(of request: Request) -> String? {
    Self.routes.match(request, in: state).map(Self.routes.title)
  }

  /// Returns whether the route that serves a request may change the account.
  public func changes(_ request: Request) -> Bool {
    Self.routes.match(request, in: state).map(Self.routes.changes) ?? false
  }

  /// Returns the operations of a batch or of bulk as single requests, so that a fault plan can
  /// select some of them; empty for other requests.
  public func operations(of request: Request) -> [Request] {
    RequestKind.isBatch(request) && route(of: request) != nil
      ? BatchOperation.requests(in: request) : []
  }

  /// Processes one request.
  ///
  /// If the request is refused, the account is unchanged.
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

  /// Returns the response for a failure that a fault plan injects.
  ///
  /// A delay before a retry is sent in milliseconds (B20).
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

  /// Returns the response to a request that no route serves, because its path is unknown or does
  /// not support its method.
  private func unmatched(_ request: Request, _ envelope: CosmosEnvelope) -> Answer {
    if let fault = NotEmulated.directMode(request.target) {
      // No route is similar, and the reason names the remedy.
      return Answer(envelope.print(fault), effect: .unmatched)
    }
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

/// The check of the consistency level that a request asks for.
///
/// The level may be weaker than the account's level, but not stronger (B2).
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
  /// Creates an account with the database and container that App Center creates for an app.
  ///
  /// The database `mbaas` contains the container `appcenter` with the partition key
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

  /// Adds the database and container that App Center's token exchange returns to clients.
  mutating func addAppCenterData() {
    let parameters: JSONObject = ["database": "mbaas", "container": "appcenter"]
    do throws(ProviderStateError) {
      _ = try CosmosStates(parameters).container(&state, Moment(milliseconds: 0, seed: 0))
    } catch {
      preconditionFailure("the names are valid: \(error)")
    }
  }
}
