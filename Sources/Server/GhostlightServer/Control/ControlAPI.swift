public import Ghostlight
public import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The control API over all emulators of a stage, under `/__ghostlight/v1/`.
///
/// ``EmulatorServer`` creates one and serves it at the control listener. Create one yourself to
/// serve the API from another HTTP server, or to call it in process, as tests do.
///
/// Each call has one row in `routes` and corresponds to one method of the stage. Short calls are
/// processed at once. Calls that read or write much data, or that wait for a disk or for an
/// emulator's turn, are deferred to a thread that may block.
///
/// The API may be called from any thread: the stage serializes the calls for one namespace.
///
/// ```swift
/// import Ghostlight
/// import GhostlightCore
/// import GhostlightServer
///
/// func health(of stage: Stage) -> Response {
///   let control = ControlAPI(stage, addresses: ServerAddresses())
///   return control.answer(
///     Request(.get, "/__ghostlight/v1/health", authority: "localhost:4400"))
/// }
/// ```
public struct ControlAPI: Sendable {
  let context: ControlContext

  /// The path prefix of all calls.
  static let base = "/__ghostlight/v1"
  /// The maximum number of bytes of a body that is parsed at once; calls with larger ones are
  /// deferred.
  private static let quickBodyBytes = 64 << 10

  /// Creates the API of a stage.
  ///
  /// The URLs in `addresses` may be added later. With `isConsoleReadOnly` the console's pages
  /// cannot change anything. The files in `contracts` are read by the first call that needs them.
  /// `articles` is the base URL for links to articles of the manual, which the API itself serves
  /// otherwise. With a `token`, every call must present it.
  public init(
    _ stage: Stage, addresses: ServerAddresses, isConsoleReadOnly: Bool = false,
    contracts: ContractPaths = ContractPaths(), articles: String? = nil, token: ControlToken? = nil
  ) {
    self.init(
      ControlContext(
        stage: stage, addresses: addresses,
        misdirected: MisdirectedRequest(
          stage.configuration, hosts: stage.configuration.hosts, at: addresses),
        isConsoleReadOnly: isConsoleReadOnly, contracts: ContractStore(contracts),
        articles: articles,
        access: ControlGuard(token, isConsoleReadOnly: isConsoleReadOnly),
        recordings: ControlRecordings()))
  }

  init(_ context: ControlContext) { self.context = context }

  /// A responder that serves the API, for an HTTP server or another transport.
  public var responder: Responder {
    Responder(name: "control") { request, _ in attempt(request) }
  }

  /// Processes a short call at once, and defers any other to a thread that may block.
  private func attempt(_ request: Request) -> ResponseAttempt {
    let match = match(request)
    // A call that is rejected must not occupy a place in the queue of deferred calls.
    guard isLong(request, match), (try? admit(request, match)) != nil else {
      return .answered(answer(request))
    }
    return .deferred(
      DeferredResponse { executor, completion in
        let isTaken = executor.execute(for: Stage.namespaceName(of: request)) {
          completion(answer(request))
        }
        if !isTaken { completion(Self.print(.controlBusy)) }
      })
  }

  /// Returns whether a call may take long, because it prints or frees much data or must be durable.
  private func isLong(_ request: Request, _ match: RouteMatch?) -> Bool {
    if request.body.count > Self.quickBodyBytes { return true }
    guard let match else { return false }
    return Self.costly.contains(Self.routes.title(match))
      || context.stage.keepsChanges && request.method != .get
  }

  private func match(_ request: Request) -> RouteMatch? {
    Self.routes.match(request.method.rawValue, request.target, in: context)
  }

  /// Returns the response to a call, processed on this thread.
  ///
  /// An error response has the body `{"error": …}`, with a message that names the remedy.
  public func answer(_ request: Request) -> Response {
    do throws(Fault) {
      if let page = ConsoleSite.response(to: request) ?? ManualSite.response(to: request) {
        try context.access.admitOpen(request)
        return page
      }
      let match = match(request)
      try admit(request, match)
      if request.target.rawPath == "/", [.get, .head].contains(request.method) {
        return FrontPage.response(context)
      }
      var context = context
      guard let match else { return unknown(request) }
      var request = request
      request.headers[.cookie] = nil
      let call = Call(request: request, captures: match.captures, caller: .administrator)
      var moment = Moment(milliseconds: 0, seed: 0)
      return try Self.routes.serve(match, call, &context, &moment).response
    } catch {
      return Self.print(error)
    }
  }

  /// Checks that a call is admitted and has only known inputs, or throws the reason; `match` is its
  /// route, if there is one.
  private func admit(_ request: Request, _ match: RouteMatch?) throws(Fault) {
    guard let match else { return try context.access.admit(request, isSignIn: false) }
    let title = Self.routes.title(match)
    if Self.routes.allowsAnonymous(match) {
      try context.access.admitOpen(request)
    } else {
      try context.access.admit(request, isSignIn: title == Self.signInTitle)
    }
    try Self.operations[title]?.check(request)
  }

  /// Returns the error response to a request whose body must not be read; `nil` if it may be read.
  ///
  /// A request with a body requires the token even if the same request without a body does not.
  static func denial(of request: Request, by access: ControlGuard) -> Response? {
    do throws(Fault) {
      try access.admit(request, isSignIn: request.target.rawPath == base + "/session")
      return nil
    } catch {
      return print(error)
    }
  }

  private static func print(_ fault: Fault) -> Response {
    var response = Response.json(fault.status, ["error": .string(fault.message)])
    if fault.status == .unauthorized {
      response.headers[.wwwAuthenticate] = "Bearer realm=\"Ghostlight control\""
    }
    return response
  }

  private func unknown(_ request: Request) -> Response {
    let name = "\(request.method.rawValue) \(request.target.rawPath)"
    let allowed = Self.routes.methods(serving: request.target, in: context)
    guard allowed.isEmpty else {
      let list = allowed.joined(separator: ", ")
      var response = Self.print(.controlMethod.filled(["call": name, "methods": list]))
      response.headers[.allow] = list
      return response
    }
    if let hint = context.misdirected.hint(for: request, at: "control") {
      return Self.print(.controlMisdirected.filled(["call": name, "hint": hint]))
    }
    let nearest = Self.routes.nearMisses(request.method.rawValue, request.target)
    return Self.print(
      .controlUnknown.filled(["call": name, "nearest": nearest.joined(separator: "; ")]))
  }
}

/// The route table of the control API, with one row per call.
extension ControlAPI {
  private static let signInTitle = "Exchange the token for the console's cookie"

  static let routes: RouteTable<ControlContext> = [
    .get("__ghostlight/v1/health", "Liveness", health).allowingAnonymous(),
    .post("__ghostlight/v1/session", signInTitle, signIn),
    .get("__ghostlight/v1/emulators", "The emulators and their addresses", emulators),
    .get("__ghostlight/v1/console", "The initial data of the console", console),
    .get("__ghostlight/v1/summary", "The numbers of a namespace", summary),
    .post("__ghostlight/v1/reset", "Reset to the initial state", reset),
    .get("__ghostlight/v1/clock", "Read the clock", readClock),
    .post("__ghostlight/v1/clock", "Change the clock", changeClock),
    .get("__ghostlight/v1/openapi.json", "This API in OpenAPI 3.1", openAPI),
    .get(
      "__ghostlight/v1/config-schema.json", "JSON Schema of ghostlight.json", configurationSchema),
    .post("__ghostlight/v1/states", "Set up provider states", states),
    .get("__ghostlight/v1/outbox", "The messages of the outbox", outbox),
    .get("__ghostlight/v1/requests", "The journal", requests),
    .get("__ghostlight/v1/requests/unmatched", "Requests that no route serves", unmatched),
    .get("__ghostlight/v1/requests/count", "The number of requests", countRequests),
    .get("__ghostlight/v1/requests/{number}", "One exchange in full", readExchange),
    .post("__ghostlight/v1/requests", "Send a request", sendRequest),
    .post("__ghostlight/v1/requests/{number}/replay", "Send a request again", replayRequest),
    .get("__ghostlight/v1/events", "The events", events),
    .get("__ghostlight/v1/data", "The tables of all emulators", listTables),
    .get("__ghostlight/v1/data/{emulator}/{table}", "Rows of a table", listRows),
    .post("__ghostlight/v1/data/{emulator}/{table}", "Store a new row", addRow),
    .get("__ghostlight/v1/data/{emulator}/{table}/{key}", "A row", readRow),
    .put("__ghostlight/v1/data/{emulator}/{table}/{key}", "Store a row", putRow),
    .delete("__ghostlight/v1/data/{emulator}/{table}/{key}", "Delete a row", deleteRow),
    .post(
      "__ghostlight/v1/data/{emulator}/{table}/{key}", "Perform an action on a row",
      performAction),
    .get("__ghostlight/v1/faults", "The fault plans", listFaults),
    .post("__ghostlight/v1/faults", "Add a fault plan", addFault),
    .delete("__ghostlight/v1/faults", "Remove fault plans", removeFaults),
    .get("__ghostlight/v1/snapshot", "The whole state", readSnapshot),
    .put("__ghostlight/v1/snapshot", "Restore a state", restoreSnapshot),
    .get("__ghostlight/v1/namespaces", "The namespaces", listNamespaces),
    .post("__ghostlight/v1/namespaces/{name}", "Fork a namespace", forkNamespace),
    .delete("__ghostlight/v1/namespaces/{name}", "Drop a namespace", dropNamespace),
    .get(
      "__ghostlight/v1/comparison", "The differences between two namespaces", compareNamespaces),
    .get("__ghostlight/v1/recording", "The journal as HAR", recording),
    .get("__ghostlight/v1/recordings", "The recordings", listRecordings),
    .post("__ghostlight/v1/recordings", "Start a recording", startRecording),
    .get("__ghostlight/v1/recordings/{number}", "A recording", readRecording),
    .post("__ghostlight/v1/recordings/{number}", "Stop or replay a recording", changeRecording),
    .delete("__ghostlight/v1/recordings/{number}", "Delete a recording", deleteRecording),
    .get("__ghostlight/v1/recordings/{number}/har", "A recording as HAR", downloadRecording),
    .get(
      "__ghostlight/v1/recordings/{number}/contract", "A contract from a recording",
      promoteRecording),
    .get(
      "__ghostlight/v1/recordings/{number}/entries/{entry}", "An entry of a recording",
      readRecordedEntry),
    .get("__ghostlight/v1/contracts", "Contracts, and their consumers", contracts),
    .get("__ghostlight/v1/contracts/draft", "A contract from the journal", draftContract),
  ]

  /// The description of each route, by the route's title.
  static let operations: [String: OpenAPIOperation] = {
    let titles = routes.summaries.map { ("\($0.method) \($0.pattern)", $0.title) }
    let titleOfLine = Dictionary(titles) { first, _ in first }
    return OpenAPIDocument.operations.reduce(into: [:]) { operations, operation in
      let line = "\(operation.method.uppercased()) \(base)\(operation.path)"
      if let title = titleOfLine[line] { operations[title] = operation }
    }
  }()

  /// The titles of the routes that may take long.
  ///
  /// These calls print, parse or free data that may be large, or wait for an emulator's turn.
  static let costly: Set<String> = [
    "Set up provider states", "The messages of the outbox", "The journal",
    "Requests that no route serves", "The number of requests", "The whole state",
    "Restore a state", "The namespaces",
    "Fork a namespace", "The journal as HAR", "Contracts, and their consumers",
    "A contract from the journal", "The differences between two namespaces",
    "One exchange in full", "Send a request", "Send a request again",
    "The tables of all emulators", "Rows of a table", "Store a new row", "A row", "Store a row",
    "Delete a row", "Perform an action on a row", "The numbers of a namespace", "A recording",
    "Stop or replay a recording", "Delete a recording", "A recording as HAR",
    "A contract from a recording", "An entry of a recording",
  ]
}

/// The values that all calls of the control API share.
struct ControlContext: Sendable {
  let stage: Stage
  let addresses: ServerAddresses
  let misdirected: MisdirectedRequest
  /// Whether the console's pages cannot change anything.
  let isConsoleReadOnly: Bool
  let contracts: ContractStore
  /// The base URL for links to articles of the manual; `nil` for those that this server serves.
  let articles: String?
  let access: ControlGuard
  let recordings: ControlRecordings
}
