public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes
import Synchronization

/// App Center's token exchange: what stands between an app with App Center Data and its Cosmos DB.
///
/// It hands out resource tokens and never sees a document; the data plane is an emulator of its own.
public struct AppCenterBackend: Backend {
  package var state: AppCenterState
  private var date = ResponseDate()

  /// Makes a service that knows the configuration's apps.
  public init(_ configuration: AppCenterConfiguration = AppCenterConfiguration()) {
    state = AppCenterState(configuration)
  }

  /// The routes: one, at two addresses.
  public static var routeSummaries: [RouteSummary] { routes.summaries }

  /// The named preconditions.
  public static var providerStateSummaries: [ProviderStateSummary] { providerStates.summaries }

  /// The catalogue of refusals.
  public static var refusals: [Fault] { Fault.appCenter }

  /// Nothing: the exchange sends nothing of its own accord.
  public var outbox: Outbox { Outbox() }

  /// The web pages that the configuration lists; none in a new account.
  public var allowedOrigins: [String]? { state.configuration.allowedOrigins }

  /// The title of the route that would serve a request, or `nil`.
  public func route(of request: Request) -> String? {
    Self.routes.match(request, in: state).map(Self.routes.title)
  }

  /// Never.
  public func changes(_ request: Request) -> Bool { false }

  /// Answers one request; no request changes the state.
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

  /// The answer of a service that fails on demand; its clients read the time of a retry as Cosmos DB
  /// gives it.
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

/// What responses have in common.
enum AppCenterEnvelope {
  /// A refusal: `{"error": {"code": …, "message": …}}`.
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

  /// Adds what every response has.
  static func complete(_ response: inout Response, date: HTTPField) {
    response.headers.set(.contentType, to: "application/json")
    response.headers.set(date)
  }
}

/// The token exchange; the second address is for a base without a version (A1).
extension AppCenterBackend {
  static let routes: RouteTable<AppCenterState> = [
    .post("v0.1/data/tokens", "Exchange tokens", exchangeTokens),
    .post("data/tokens", "Exchange tokens without a version", exchangeTokens),
  ]
}

extension AppCenterBackend {
  /// Where this service and all copies of it take the Cosmos emulator to listen, as apps are told
  /// whose account is the standard one.
  public var cosmosPort: CosmosPort { state.cosmosPort }
}

/// The port of the Cosmos emulator beside the token exchange.
///
/// No part of the exchange's state, which it would be wrong in after a restart: it is a fact about
/// the process, known only when the listener is open, and the same for all copies of a backend.
public final class CosmosPort: Sendable {
  private let number = Atomic(8081)

  /// The default port, until another one is noted.
  public init() {}

  /// The port.
  public var value: Int { number.load(ordering: .relaxed) }

  /// Notes where the listener is.
  public func note(_ port: Int) { number.store(port, ordering: .relaxed) }

  /// - Source: App Center's SDK, `tokens.appcenter.ms` (A1).
  private static let vendorDomain = ".appcenter.ms"

  private let origin = Mutex<(scheme: String, authority: String)?>(nil)

  /// Notes where clients reach the emulator who cannot come to its port on the exchange's host.
  package func note(scheme: String, authority: String) {
    origin.withLock { $0 = (scheme, authority) }
  }

  /// The account for a client of the exchange: where one was noted, that address, else the port on
  /// the host by which the client came; in the namespace of the request.
  ///
  /// A client that came by the vendor's own host and port, as through a proxy, gets a name: it will
  /// find that account by its own host too.
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
  /// After how many milliseconds a client may come again (C9).
  static let retryAfterMilliseconds = known("x-ms-retry-after-ms")
}
