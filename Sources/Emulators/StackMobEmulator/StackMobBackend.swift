public import GhostlightCore
public import GhostlightEmulation
public import HTTPTypes

/// The emulator of StackMob's backend for one app: its REST API over development and production
/// data.
///
/// Version 0 of the API is development: schemas and fields are inferred from the objects that
/// clients store. Versions from 1 on are production: they have deployed copies of the schemas, and
/// share one data store (A1). With ``StackMobConfiguration/infersSchemas``, they infer too. The
/// emulator also has users and sessions, files, social login, custom code and push.
///
/// Most apps connect to the emulator through a `Stage`, or over HTTP. Use `StackMobBackend`
/// directly to configure the app with which a stage starts, or to test a request without a stage.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = StackMobConfiguration()
/// configuration.tokenLifetimeSeconds = 60
/// var backend = StackMobBackend(configuration)
/// let response = backend.respond(
///   to: .json(
///     .post, "/todo", ["title": "Write"],
///     headers: [.stackMobAPIKey: configuration.developmentKeys.publicKey]),
///   at: .numbered())
/// print(response.status)
/// let stage = Stage(StageConfiguration(services: [.stackMob(backend)]))
/// ```
///
/// A backend is a value without locks: a copy is a snapshot, and each copy can be used by one
/// thread at a time. It never reads the clock and never draws random numbers: both come from the
/// `Moment` of a request, so the same requests always give the same responses.
public struct StackMobBackend: Backend {
  var development: StackMobState
  var production: StackMobState
  /// The schemas of each deployed production version, keyed by version.
  var deployed: [Int: [String: Schema]] = [:]
  var replayGuard = ReplayGuard()
  private var clocks = ResponseClocks()
  package let configuration: StackMobConfiguration

  /// Creates the backend of a new app, which has one schema: `user`.
  public init(_ configuration: StackMobConfiguration = StackMobConfiguration()) {
    self.configuration = configuration
    development = StackMobState(isDevelopment: true, configuration: configuration)
    production = StackMobState(isDevelopment: false, configuration: configuration)
  }

  /// The routes of the REST API in the order of the vendor's manual followed by those of the push
  /// API, the provider states, and the refusals.
  public static let catalogue = BackendCatalogue(
    routes: routes.summaries + pushRoutes.summaries,
    providerStates: providerStates.summaries, refusals: Fault.stackMob)

  /// The vendor's catalogue, whatever the configuration.
  public var catalogue: BackendCatalogue { Self.catalogue }

  /// The e-mails, push messages and social posts of development, followed by those of production.
  public var outbox: Outbox { development.outbox.merged(with: production.outbox) }

  /// Returns the title of the route that serves a request, or `nil` if there is none.
  public func route(of request: Request) -> String? {
    row(of: request).map { $0.table.title($0.match) }
  }

  /// Returns whether the route that serves a request may change the backend.
  ///
  /// In strict mode every request may change the backend, because it uses up a nonce.
  public func changes(_ request: Request) -> Bool {
    configuration.isStrict || row(of: request).map { $0.table.changes($0.match) } ?? false
  }

  private func row(
    of request: Request
  ) -> (table: RouteTable<StackMobState>, match: RouteMatch)? {
    guard !Self.isForPage(request) else { return nil }
    let path = RoutedPath(request)
    var state = development
    if path.version > 0 {
      guard let schemas = schemas(of: path.version) else { return nil }
      state = production
      state.schemas = schemas
    }
    let method = MethodOverride.method(of: request)
    let table = Self.table(for: request, path, as: method, in: state)
    return table.match(method, path.target, in: state).map { (table, $0) }
  }

  /// Processes one request.
  ///
  /// If the request is refused, the backend is unchanged.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    let method = MethodOverride.method(of: request)
    var answer = respond(to: request, as: method, moment, budget)
    clocks.stamp(&answer.response, at: moment)
    CrossOrigin.permit(&answer.response, for: request, configuration)
    if method == "HEAD", request.method != .head {
      answer.response.body = []
    }
    return answer
  }

  /// Returns the response for a failure that a fault plan injects.
  ///
  /// A failure with status 503 and a delay becomes the refusal of custom code that is starting
  /// (A21).
  public func answer(
    _ failure: ServiceFailure, to request: Request, at moment: Moment
  ) -> Response {
    var rows = Fault.stackMobFailures
    if let seconds = failure.retryAfterSeconds {
      rows.append(.customCodeStarting(in: Int64(seconds)))
    }
    var response = Envelope.print(failure.fault(among: rows))
    var clocks = clocks
    clocks.stamp(&response, at: moment)
    CrossOrigin.permit(&response, for: request, configuration)
    failure.complete(&response)
    return response
  }

  private mutating func respond(
    to request: Request, as method: String, _ moment: Moment, _ budget: WorkBudget
  ) -> Answer {
    if Self.isForPage(request) { return Answer(Envelope.print(.pagesNotServed), effect: .refused) }
    let path = RoutedPath(request)
    // A request for a file does not name a version, so the bucket determines the environment.
    if path.isForFile, Self.isForFile(request, inProductionOf: configuration) {
      let answer = Self.serve(
        request, path, as: method, &production, configuration.productionKeys, &replayGuard, moment,
        budget)
      // With a configured bucket, both environments have the same URLs.
      if answer.effect != .refused || configuration.binaryBucket == nil { return answer }
    }
    guard path.version > 0 else {
      return Self.serve(
        request, path, as: method, &development, configuration.developmentKeys, &replayGuard,
        moment, budget)
    }
    guard let schemas = schemas(of: path.version) else {
      return Answer(Envelope.print(notDeployed(path.version)), effect: .refused)
    }
    let earlier = production.schemas
    production.schemas = schemas
    var answer = Self.serve(
      request, path, as: method, &production, configuration.productionKeys, &replayGuard, moment,
      budget)
    if answer.effect != .changed {
      production.schemas = earlier
    } else if configuration.infersSchemas {
      deployed[path.version] = production.schemas
    }
    production.explainNothing(in: &answer.response)
    return answer
  }

  private static func serve(
    _ request: Request, _ path: RoutedPath, as method: String, _ state: inout StackMobState,
    _ keys: StackMobKeys, _ replayGuard: inout ReplayGuard, _ moment: Moment, _ budget: WorkBudget
  ) -> Answer {
    let routes = table(for: request, path, as: method, in: state)
    guard let match = routes.match(method, path.target, in: state) else {
      return unmatched(method, path.target, by: routes, state)
    }
    let title = routes.title(match)
    var moment = moment
    do throws(Fault) {
      var call = Call(request: request, captures: match.captures, budget: budget)
      let allowsAnonymousByRow = routes.allowsAnonymous(match)
      let needsNoKey =
        allowsAnonymousByRow && (match.captures.isEmpty || match.captures["bucket"] != nil)
      if request.method != .options, !needsNoKey {
        call.caller = try Authentication.caller(
          of: request, ignoringUser: allowsAnonymousByRow, keys, state, moment)
      }
      let isGuarded = state.configuration.isStrict && call.caller != .anonymous
      if isGuarded { try replayGuard.check(request, at: moment) }
      let served = try routes.serve(match, call, &state, &moment)
      // If a program responds instead, the handler has changed nothing.
      let effect = served.response.program == nil ? served.effect : .refused
      guard isGuarded else { return Answer(served.response, route: title, effect: effect) }
      // Using up a nonce changes the backend too, so the journal must record it for a replay.
      replayGuard.remember(request)
      return Answer(served.response, route: title, effect: .changed)
    } catch {
      return Answer(Envelope.print(state.explained(error)), route: title, effect: .refused)
    }
  }

  /// Returns the response to a request that no route serves, with the nearest routes as a hint.
  private static func unmatched(
    _ method: String, _ target: RequestTarget, by routes: RouteTable<StackMobState>,
    _ state: StackMobState
  ) -> Answer {
    guard target.path != nil else {
      let fault = Fault.badRequest.withReason("the path has a malformed percent escape or no UTF-8")
      return Answer(Envelope.print(fault), effect: .refused)
    }
    if let fault = reservedMethodRefusal(target, state) {
      return Answer(Envelope.print(fault), effect: .refused)
    }
    let fault = Fault.unknownSchema.filled(["name": target.rawPath])
    return routes.unmatched(method, target, fault, print: Envelope.print)
  }

  /// Sets up a provider state in the environment that the parameter `version` selects; 0 by
  /// default.
  ///
  /// - Throws: `ProviderStateError` if the name is unknown or a parameter is invalid.
  public mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    var moment = moment
    return try Self.providerStates.setUp(state, parameters: parameters, &self, &moment)
  }
}

extension StackMobBackend {
  private static func isForFile(
    _ request: Request, inProductionOf configuration: StackMobConfiguration
  ) -> Bool {
    let bucket = PercentEncoding.encode(
      StackMobState.bucket(configuration, isDevelopment: false))
    return request.target.raw.utf8.starts(with: "/\(fileSegment)/\(bucket)/".utf8)
  }

  /// Deploys the current schemas of development as a production version (A1).
  mutating func deploy(version: Int) { deployed[version] = development.schemas }

  /// Calls `body` with the state of the environment that an API version belongs to.
  ///
  /// - Throws: The error of `body`, or an error if the version is not deployed.
  mutating func change<Result>(
    version: Int, _ body: (inout StackMobState) throws(ProviderStateError) -> Result
  ) throws(ProviderStateError) -> Result {
    guard version > 0 else { return try body(&development) }
    guard let schemas = schemas(of: version) else {
      throw ProviderStateError(
        at: .parameter("version"),
        "version \(version) is not deployed; add it to \"deployedVersions\"",
        "version \(version) is not deployed; use \"version deployed\" first")
    }
    production.schemas = schemas
    let result = try body(&production)
    deployed[version] = production.schemas
    return result
  }
}

/// Applies the header field `X-HTTP-Method-Override` (A24), which can turn GET into DELETE or HEAD,
/// and POST into PUT.
enum MethodOverride {
  /// Returns the method by which a request is routed.
  ///
  /// Signatures are checked with the method that the client sent.
  static func method(of request: Request) -> String {
    let sent = request.method
    guard sent == .get || sent == .post, let wanted = request.value(of: .methodOverride)
    else {
      return sent.rawValue
    }
    switch (sent, wanted.uppercased()) {
    case (.get, "DELETE"): return "DELETE"
    case (.get, "HEAD"): return "HEAD"
    case (.post, "PUT"): return "PUT"
    default: return sent.rawValue
    }
  }
}

/// Parses the API version in `Accept: application/vnd.stackmob+json; version=N` (A2).
enum APIVersion {
  private static let name = Array("version".utf8)
  /// The header field's value that the vendor's SDKs send for development.
  private static let usual = BytewiseString("application/vnd.stackmob+json; version=0")

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Returns the API version in a request; 0 if it does not contain one (A25).
  static func read(_ request: Request) -> Int {
    guard var accept = request.value(of: .accept), BytewiseString(accept) != usual else { return 0 }
    return accept.withUTF8 { utf8 in
      var position = 0
      while position < utf8.count {
        guard utf8[position] == UInt8(ascii: ";") else {
          position += 1
          continue
        }
        let start = position + 1
        position = start
        var equals: Int?
        while position < utf8.count, utf8[position] != UInt8(ascii: ";") {
          if equals == nil, utf8[position] == UInt8(ascii: "=") { equals = position }
          position += 1
        }
        guard let equals, isVersion(trimmed(utf8[start..<equals])) else { continue }
        return number(trimmed(utf8[(equals + 1)..<position]))
      }
      return 0
    }
  }

  private static func isVersion(_ text: Bytes) -> Bool {
    text.count == name.count && text.elementsEqual(name)
  }

  private static func trimmed(_ text: Bytes) -> Bytes {
    var rest = text
    while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
    while let last = rest.last, last == 32 || last == 9 { rest.removeLast() }
    return rest
  }

  /// Returns the number in a string of digits; 0 for any other string, and for a number that is too
  /// large.
  private static func number(_ digits: Bytes) -> Int {
    var number = 0
    for digit in digits {
      guard (48...57).contains(digit), number < 100_000_000 else { return 0 }
      number = number * 10 + Int(digit - 48)
    }
    return number
  }
}

/// The app's rules for cross-origin requests (A24).
extension CrossOrigin {
  /// Adds header fields that allow the request's origin to read the response, if the app allows the
  /// origin.
  static func permit(
    _ response: inout Response, for request: Request, _ configuration: StackMobConfiguration
  ) {
    guard isForApp(request, configuration) else { return }
    stackMob(configuration).permit(&response, for: request)
  }

  fileprivate static func stackMob(_ configuration: StackMobConfiguration) -> CrossOrigin {
    CrossOrigin(
      allowing: configuration.allowedOrigins, methods: "GET, POST, PUT, DELETE, HEAD, OPTIONS",
      exposing: "Content-Range, Retry-After, X-StackMob-Time-MS")
  }

  /// Returns whether a preflight request is for this app: it contains the app's key, or no key.
  ///
  /// A browser sends the names of the header fields that it is going to use. One of these names
  /// ends with the key.
  private static func isForApp(
    _ request: Request, _ configuration: StackMobConfiguration
  ) -> Bool {
    guard request.method == .options,
      let names = request.value(of: .accessControlRequestHeaders)
    else { return true }
    let prefix = "x-stackmob-api-key-"
    let keys = [configuration.developmentKeys, configuration.productionKeys]
      .map { $0.publicKey.lowercased() }
    for name in names.lowercased().split(separator: ",").map(\.trimmed)
    where name.hasPrefix(prefix) {
      guard keys.contains(String(name.dropFirst(prefix.count))) else { return false }
    }
    return true
  }
}

/// The handler of a browser's preflight request for any path.
extension StackMobBackend {
  static func preflight(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    CrossOrigin.stackMob(state.configuration).preflight(call.request)
  }
}

/// Functions that build the parts that all responses have in common (A3).
enum Envelope {
  /// Returns the response to a refused request: `{"error": …}` with the refusal's details.
  static func print(_ fault: Fault) -> Response {
    var body: JSONObject = ["error": .string(fault.message)]
    for member in fault.details { body[member.key] = member.value }
    var response = Response.json(fault.status, .object(body))
    for field in fault.headers { response.headers[field.name] = field.value }
    response.headers[.ghostlightReason] = HeaderText.print(fault.explanation(in: "StackMob"))
    return response
  }
}

/// Adds the header fields with the time of a response: `Date` and `X-StackMob-Time-MS` (A3).
///
/// The fields depend only on the request's moment, so a copied backend sends the same fields.
struct ResponseClocks: Sendable {
  private var date = ResponseDate()
  private var milliseconds = Int64.min
  /// The header fields of a response whose only other field is the usual content type, as in most
  /// responses.
  ///
  /// They are reused for all such responses in the same millisecond.
  private var common: HTTPFields = [:]
  private static let contentType = Response.jsonFields[0]

  init() {}

  /// Adds `Date` and `X-StackMob-Time-MS` to `response`.
  mutating func stamp(_ response: inout Response, at moment: Moment) {
    guard response.headers.count == 1, response.headers[0] == Self.contentType,
      response.headers[0].name.rawName == Self.contentType.name.rawName
    else {
      return add(to: &response.headers, at: moment)
    }
    if moment.milliseconds != milliseconds {
      var fields = Response.jsonFields
      add(to: &fields, at: moment)
      (common, milliseconds) = (fields, moment.milliseconds)
    }
    response.headers = common
  }

  private mutating func add(to headers: inout HTTPFields, at moment: Moment) {
    headers.reserveCapacity(headers.count + 3)
    headers.set(date.field(at: moment))
    headers.set(.stackMobTime, to: String(moment.milliseconds))
  }
}

/// The handler of the base URL.
///
/// The iOS SDK sends a HEAD request to this URL to find out whether the service is available (A3).
extension StackMobBackend {
  static func availability(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, [:])
  }
}

/// The names of StackMob's own header fields (A2).
extension HTTPField.Name {
  /// The header field with the app's public key, which every request must have.
  public static let stackMobAPIKey = known("X-StackMob-API-Key")
  static let stackMobExpand = known("X-StackMob-Expand")
  static let stackMobSelect = known("X-StackMob-Select")
  static let stackMobOrderBy = known("X-StackMob-OrderBy")
  static let stackMobRelations = known("X-StackMob-Relations")
  static let stackMobFieldTypes = known("X-StackMob-FieldTypes")
  static let stackMobCascadeDelete = known("X-StackMob-CascadeDelete")
  static let stackMobForwardedHost = known("X-StackMob-Forwarded-Host")
  static let stackMobForwardedPort = known("X-StackMob-Forwarded-Port")
  static let stackMobTime = known("X-StackMob-Time-MS")
  static let stackMobUserAgent = known("X-StackMob-User-Agent")
  static let methodOverride = known("X-HTTP-Method-Override")
}
