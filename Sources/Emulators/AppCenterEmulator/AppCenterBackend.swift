public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// The emulator of App Center's token exchange, which apps with App Center Data use to reach Cosmos
/// DB.
///
/// An app sends its secret, and optionally the ID token of a user. It gets a resource token for one
/// partition of a Cosmos DB container, and then uses Cosmos DB directly. The exchange never sees a
/// document; a `CosmosBackend` on the same stage serves them. Both must have the same master key,
/// database and container, which they do by default.
///
/// ```swift
/// import Ghostlight
///
/// let stage = Stage(
///   StageConfiguration(emulators: [.appCenter(AppCenterBackend()), .cosmos(.forAppCenter())]))
/// let response = stage.respond(
///   to: .json(
///     .post, "/v0.1/data/tokens", ["partitions": ["readonly"]],
///     headers: [HTTPField.Name("App-Secret")!: AppCenterApp.defaultSecret]),
///   by: "appcenter")
/// print(response.text)
/// ```
///
/// It is a value without locks: a copy is a snapshot, and each copy can be used by one thread at a
/// time. Only the ``cosmosPort`` is shared by all copies.
public struct AppCenterBackend: Backend {
  package var state: AppCenterState
  private var date = ResponseDate()

  /// Creates a service with the configuration's apps.
  public init(_ configuration: AppCenterConfiguration = AppCenterConfiguration()) {
    state = AppCenterState(configuration)
  }

  /// The routes: the token exchange with and without a version in its path.
  public static var routeSummaries: [RouteSummary] { routes.summaries }

  /// The provider states of the service.
  public static var providerStateSummaries: [ProviderStateSummary] { providerStates.summaries }

  /// The refusals of the service, each with its source.
  public static var refusals: [Fault] { Fault.appCenter }

  /// Always empty, because the service sends no mails or other messages.
  public var outbox: Outbox { Outbox() }

  /// The origins in the configuration whose web pages may read responses; empty by default.
  public var allowedOrigins: [String]? { state.configuration.allowedOrigins }

  /// Returns the title of the route that serves a request, or `nil` if there is none.
  public func route(of request: Request) -> String? {
    Self.routes.match(request, in: state).map(Self.routes.title)
  }

  /// Returns `false`, since no route changes the state.
  public func changes(_ request: Request) -> Bool { false }

  /// Processes one request.
  ///
  /// No request changes the state.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    let crossOrigin = state.configuration.crossOrigin
    if let preflight = crossOrigin?.answer(to: request) { return preflight }
    var answer = serve(request, moment, budget)
    AppCenterEnvelope.complete(&answer.response, date: date.field(at: moment))
    crossOrigin?.permit(&answer.response, for: request)
    return answer
  }

  /// Returns the response to a failure that a fault plan injects.
  ///
  /// Clients read the time for a retry in the form of Cosmos DB.
  public func answer(
    _ failure: ServiceFailure, to request: Request, at moment: Moment
  ) -> Response {
    let code = JSON.string(failure.status.identifier)
    var response = AppCenterEnvelope.print(
      failure.fault(among: [.noSuchAddress, .wrongMethod], details: ["code": code]))
    var date = date
    AppCenterEnvelope.complete(&response, date: date.field(at: moment))
    if let seconds = failure.retryAfterSeconds {
      response.headers[.retryAfterMilliseconds] = String(seconds * 1000)
    }
    state.configuration.crossOrigin?.permit(&response, for: request)
    failure.complete(&response, retryAfter: false)
    return response
  }

  private mutating func serve(
    _ request: Request, _ moment: Moment, _ budget: WorkBudget
  ) -> Answer {
    guard let match = Self.routes.match(request, in: state) else { return unmatched(request) }
    let title = Self.routes.title(match)
    var moment = moment
    do throws(Fault) {
      let call = Call(request: request, captures: match.captures, budget: budget)
      let served = try Self.routes.serve(match, call, &state, &moment)
      return Answer(served.response, route: title, effect: served.effect)
    } catch {
      return Answer(AppCenterEnvelope.print(error), route: title, effect: .refused)
    }
  }

  private func unmatched(_ request: Request) -> Answer {
    let methods = Self.routes.methods(serving: request.target, in: state)
    return Self.routes.unmatched(
      request.method.rawValue, request.target, methods.isEmpty ? .noSuchAddress : .wrongMethod,
      print: AppCenterEnvelope.print)
  }

  /// Sets up a provider state, and returns the values that it defines.
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

/// Functions that build the parts common to all responses.
enum AppCenterEnvelope {
  /// Returns the response to a refused request: `{"error": {"code": …, "message": …}}`.
  static func print(_ fault: Fault) -> Response {
    let body: JSON = [
      "error": [
        "code": fault.details["code"] ?? "BadRequest", "message": .string(fault.message),
      ]
    ]
    var response = Response(fault.status, body: body.bytes)
    if let reason = fault.explanation(in: "Cosmos") {
      response.headers[.ghostlightReason] = HeaderText.print(reason)
    }
    return response
  }

  /// Adds the header fields of all responses.
  static func complete(_ response: inout Response, date: HTTPField) {
    response.headers.set(.contentType, to: "application/json")
    response.headers.set(date)
  }
}

/// The routes of the token exchange.
///
/// The second one is for a base address without a version (A1).
extension AppCenterBackend {
  static let routes: RouteTable<AppCenterState> = [
    .post("v0.1/data/tokens", "Exchange tokens", exchangeTokens),
    .post("data/tokens", "Exchange tokens without a version", exchangeTokens),
  ]
}

extension AppCenterBackend {
  /// The port of the Cosmos DB emulator, which clients get in the standard account's address.
  ///
  /// All copies of this service share it.
  public var cosmosPort: CosmosPort { state.cosmosPort }
}

/// The port on which the Cosmos DB emulator listens next to the token exchange.
///
/// It is a fact about the process, known only after the listener has been opened. Therefore it is
/// not part of the exchange's state: in a snapshot it would be wrong after a restart. All copies of
/// a backend share one object, which can be used from any thread.
public final class CosmosPort: Sendable {
  private let number = Atomic(8081)

  /// Creates the default port, 8081.
  public init() {}

  /// The port number.
  public var value: Int { number.load(ordering: .relaxed) }

  /// Sets the port on which the listener is open.
  public func note(_ port: Int) { number.store(port, ordering: .relaxed) }

  /// The domain of the vendor's own hosts.
  ///
  /// - Source: App Center's SDK, `tokens.appcenter.ms` (A1).
  private static let vendorDomain = ".appcenter.ms"

  private let origin = Mutex<(scheme: String, authority: String)?>(nil)

  /// Sets the address at which clients reach the Cosmos DB emulator if they cannot use its port on
  /// the exchange's host.
  package func note(scheme: String, authority: String) {
    origin.withLock { $0 = (scheme, authority) }
  }

  /// Returns the account for a client of the exchange, in the namespace of the request.
  ///
  /// It is the address that was set or, if there is none, the port on the host that the client
  /// used. A client that used the vendor's own host and port, as through a proxy, gets a name: it
  /// uses Azure's own host for that account too.
  func account(for request: Request) -> String {
    if request.host.lowercased().hasSuffix(Self.vendorDomain), request.authority == request.host {
      return "emulator"
    }
    guard let (scheme, authority) = origin.withLock({ $0 }) else {
      return "\(request.scheme)://\(request.host):\(value)"
    }
    var account = request
    (account.scheme, account.authority) = (scheme, authority)
    return account.linkBase
  }
}

extension HTTPField.Name {
  /// The number of milliseconds after which a client may retry (C9).
  static let retryAfterMilliseconds = known("x-ms-retry-after-ms")
}
