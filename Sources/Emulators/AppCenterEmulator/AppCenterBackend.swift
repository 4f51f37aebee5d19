public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// The emulator of App Center's token exchange, from which apps with App Center Data get access to
/// Cosmos DB.
///
/// An app sends its secret, and optionally the ID token of a user. The exchange returns a resource
/// token for one partition of a Cosmos DB container, with which the app sends requests to Cosmos
/// DB. The exchange itself does not store documents: a `CosmosBackend` on the same stage does. Both
/// backends must have the same master key, database and container, as they do by default.
///
/// ```swift
/// import Ghostlight
///
/// let stage = Stage(
///   StageConfiguration(services: [.appCenter(AppCenterBackend()), .cosmos(.forAppCenter())]))
/// let response = stage.respond(
///   to: .json(
///     .post, "/v0.1/data/tokens", ["partitions": ["readonly"]],
///     headers: [HTTPField.Name("App-Secret")!: AppCenterApp.defaultSecret]),
///   by: "appcenter")
/// print(response.text)
/// ```
///
/// A backend is a value without locks: a copy is a snapshot, and each copy can be used by one
/// thread at a time. Only the ``cosmosPort`` is shared by all copies.
public struct AppCenterBackend: Backend {
  package var state: AppCenterState
  private var date = ResponseDate()

  /// Creates a token exchange with the apps in the configuration.
  public init(_ configuration: AppCenterConfiguration = AppCenterConfiguration()) {
    state = AppCenterState(configuration)
  }

  /// The routes of the token exchange, whose path may or may not contain an API version, and the
  /// provider states and refusals of the service.
  public static let catalogue = BackendCatalogue(
    routes: routes.summaries,
    providerStates: providerStates.summaries, refusals: Fault.appCenter)

  /// The vendor's catalogue, whatever the configuration.
  public var catalogue: BackendCatalogue { Self.catalogue }

  /// Always empty, because the service does not send e-mails or other messages.
  public var outbox: Outbox { Outbox() }

  /// The origins whose web pages may read responses, as configured; empty by default.
  public var allowedOrigins: [String]? { state.configuration.allowedOrigins }

  /// Returns the title of the route that serves a request, or `nil` if there is none.
  public func route(of request: Request) -> String? {
    Self.routes.match(request, in: state).map(Self.routes.title)
  }

  /// Returns `false`, because no request changes the state.
  public func changes(_ request: Request) -> Bool { false }

  /// Processes one request, which never changes the state.
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

  /// Returns the response for a failure that a fault plan injects.
  ///
  /// A delay before a retry is sent as Cosmos DB sends it, because clients expect that form.
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

  /// Sets up a provider state, and returns the values that it defines for the test, such as tokens.
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

/// Functions that build the parts that all responses have in common.
enum AppCenterEnvelope {
  /// Returns the response to a refused request: `{"error": {"code": …, "message": …}}`.
  static func print(_ fault: Fault) -> Response {
    let body: JSON = [
      "error": [
        "code": fault.details["code"] ?? "BadRequest", "message": .string(fault.message),
      ]
    ]
    var response = Response(fault.status, body: body.bytes)
    response.headers[.ghostlightReason] = HeaderText.print(fault.explanation(in: "Cosmos"))
    return response
  }

  /// Adds the header fields that all responses have in common.
  static func complete(_ response: inout Response, date: HTTPField) {
    response.headers.set(.contentType, to: "application/json")
    response.headers.set(date)
  }
}

/// The routes of the token exchange.
///
/// The second route is for clients whose base URL does not contain a version (A1).
extension AppCenterBackend {
  static let routes: RouteTable<AppCenterState> = [
    .post("v0.1/data/tokens", "Exchange tokens", exchangeTokens),
    .post("data/tokens", "Exchange tokens without a version", exchangeTokens),
  ]
}

extension AppCenterBackend {
  /// The port of the Cosmos DB emulator, which is part of the account's default URL in responses.
  ///
  /// All copies of this backend share it.
  public var cosmosPort: CosmosPort { state.cosmosPort }
}

/// The port on which the Cosmos DB emulator listens next to the token exchange.
///
/// The port belongs to the process and is known only after the listener has been opened. It is not
/// part of the backend's state, because a port in a snapshot would be wrong after a restart. All
/// copies of a backend share one object, which can be used from any thread.
public final class CosmosPort: Sendable {
  private let number = Atomic(8081)

  /// Creates an object with the default port, 8081.
  public init() {}

  /// The current port number.
  public var value: Int { number.load(ordering: .relaxed) }

  /// Sets the port number after the listener has been opened.
  public func setPort(_ port: Int) { number.store(port, ordering: .relaxed) }

  /// The domain of the vendor's own hosts.
  ///
  /// - Source: App Center's SDK, `tokens.appcenter.ms` (A1).
  private static let vendorDomain = ".appcenter.ms"

  private let origin = Mutex<(scheme: String, authority: String)?>(nil)

  /// Sets the scheme and authority of the Cosmos DB emulator's URL, for clients that cannot use its
  /// port on the exchange's host.
  package func setOrigin(scheme: String, authority: String) {
    origin.withLock { $0 = (scheme, authority) }
  }

  /// Returns the Cosmos DB account for a client of the exchange, in the namespace of the request.
  ///
  /// The account is the URL that was set or, if none was set, the port on the host that the client
  /// used. A client that used the vendor's own host and port, for example through a proxy, gets an
  /// account name instead of a URL. Such a client then uses Azure's own host for Cosmos DB.
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
