public import GhostlightCore
public import GhostlightEmulation
public import HTTPTypes

/// A rule that makes some requests of a namespace fail, break off or take longer.
///
/// A plan matches requests by emulator, route, method and path; a property that is `nil` matches
/// everything. ``occurrence`` and ``times`` limit how often the plan applies to the requests that
/// it matches. If several plans could apply, the one that was added first does.
///
/// Add plans with ``Namespace/addFault(_:)``, or in ``StageConfiguration/faults`` for every
/// namespace. The same plans, seed and requests give the same failures.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace()
/// var plan = FaultPlan(.fail(ServiceFailure(.serviceUnavailable, retryAfterSeconds: 5)))
/// plan.emulator = "stackmob"
/// plan.method = .post
/// plan.path = "/todo"
/// plan.times = 1
/// let number = try namespace.addFault(plan)
/// ```
public struct FaultPlan: Sendable, Hashable {
  /// A rule for how often a plan applies to the requests that it matches.
  ///
  /// Each namespace counts the matching requests of a plan from 1, from the time when the plan was
  /// added. ``FaultPlan/times`` limits the total in addition.
  public enum Occurrence: Sendable, Hashable {
    /// Applies to every request.
    case always
    /// Applies to one request only: 3 applies to the third.
    case call(Int)
    /// Applies to every nth request: 3 applies to the third, the sixth, ….
    case every(Int)
    /// Applies to a random share of the requests, from 0 to 1; the random numbers come from the
    /// namespace's seed.
    case probability(Double)
  }

  /// The name of the emulator; `nil` matches every emulator.
  public var emulator: String?
  /// The title of the route, as the control API lists it; `nil` matches every route.
  public var route: String?
  /// The HTTP method; `nil` matches every method.
  public var method: HTTPRequest.Method?
  /// The path without the query, in which `*` matches any string, including slashes; `nil` matches
  /// every path.
  public var path: String?
  /// The rule for how often the plan applies to the requests that it matches.
  public var occurrence: Occurrence = .always
  /// The maximum number of requests that the plan applies to; `nil` for no limit.
  public var times: Int?
  /// The effect on each exchange that the plan applies to.
  public var action: FaultAction

  /// Creates a plan that applies to every request; set its properties to select some.
  public init(_ action: FaultAction) { self.action = action }
}

/// The effect of a fault plan on an exchange.
///
/// Create an action with ``answer(_:)``, ``fail(_:)``, ``deliver(_:)`` or
/// ``latency(milliseconds:isReal:)``, or set several properties to combine effects: a failure can
/// also be late. With a ``replacement`` or a ``failure``, the request does not reach the backend,
/// and the backend's state does not change.
///
/// ```swift
/// import Ghostlight
///
/// var action = FaultAction.fail(ServiceFailure(.tooManyRequests, retryAfterSeconds: 30))
/// action.latencyMilliseconds = 2_000
/// try Stage().namespace().addFault(FaultPlan(action))
/// ```
public struct FaultAction: Sendable, Hashable {
  /// The response to send instead of the backend's; the request does not reach the backend.
  public var replacement: Response?
  /// The failure to report in the vendor's own format; the request does not reach the backend.
  ///
  /// It is ignored if ``replacement`` is set.
  public var failure: ServiceFailure?
  /// The way in which the response is delivered, which may be incomplete or damaged.
  ///
  /// With `Delivery/reset` or `Delivery/empty`, the request does not reach the backend. Other
  /// values only damage the backend's response.
  public var delivery: Delivery = .whole
  /// The additional delay of the response, in milliseconds.
  public var latencyMilliseconds: Int64 = 0
  /// Whether the client waits for the latency in real time; otherwise only the namespace's clock
  /// advances.
  ///
  /// In Swift, the clock advances unless this is `true`, because a test in process has no time to
  /// wait. A plan in JSON is for clients of a server, so the client waits unless `real` is `false`.
  public var isLatencyReal = false

  /// Creates an action without an effect; set its properties.
  public init() {}

  /// Whether the request reaches the backend.
  var reachesBackend: Bool {
    guard replacement == nil, failure == nil else { return false }
    switch delivery {
    case .reset, .empty: return false
    default: return true
    }
  }
}

extension FaultAction {
  /// Returns an action that sends `response` instead of the backend's response.
  public static func answer(_ response: Response) -> FaultAction {
    var action = FaultAction()
    action.replacement = response
    return action
  }

  /// Returns an action that reports a failure in the vendor's own format.
  public static func fail(_ failure: ServiceFailure) -> FaultAction {
    var action = FaultAction()
    action.failure = failure
    return action
  }

  /// Returns an action that damages the delivery of the response.
  public static func deliver(_ delivery: Delivery) -> FaultAction {
    var action = FaultAction()
    action.delivery = delivery
    return action
  }

  /// Returns an action that delays the response, on the namespace's clock or in real time.
  public static func latency(milliseconds: Int64, isReal: Bool = false) -> FaultAction {
    var action = FaultAction()
    action.latencyMilliseconds = milliseconds
    action.isLatencyReal = isReal
    return action
  }
}

/// The reason why a fault plan is not valid.
///
/// ``FaultPlan/init(json:emulators:)`` throws it, for plans of the control API and of
/// `ghostlight.json`, and ``Namespace/addFault(_:)`` for plans that could never apply. The message
/// names the member, the problem and the valid values.
public struct FaultPlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the invalid member and how to fix it.
  public let description: String
  /// The path of the invalid member below the plan, such as `.nth`; empty for an error about the
  /// whole plan.
  package let place: String
  /// The problem at ``place``, without the member's name.
  package let problem: String

  /// Creates an error with a message for the developer.
  public init(_ description: String) {
    self.description = description
    place = ""
    problem = description
  }

  /// Creates an error about a member of a plan.
  ///
  /// - Parameters:
  ///   - member: The member's name.
  ///   - problem: The problem and how to fix it, without the member's name.
  ///   - description: The whole message; by default, the member's name and the problem.
  package init(at member: String, _ problem: String, _ description: String? = nil) {
    self.description = description ?? "\"\(member)\" \(problem)"
    place = DocumentPointer.parameter(member).description
    self.problem = problem
  }

  /// Returns whether both errors have the same message.
  public static func == (left: FaultPlanError, right: FaultPlanError) -> Bool {
    left.description == right.description
  }

  /// Hashes the message.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension FaultPlan {
  /// The names of a plan's members in the JSON of the control API and the configuration.
  package static let members = [
    "emulator", "route", "method", "path", "nth", "every", "probability", "times", "status",
    "headers", "body", "retryAfter", "latency", "real", "delivery",
  ]

  /// Creates a plan from the JSON of the control API or the configuration.
  ///
  /// - Parameters:
  ///   - json: The plan as a JSON object.
  ///   - emulators: The emulators whose names and route titles the plan may contain.
  /// - Throws: ``FaultPlanError`` with the name of the invalid member.
  public init(json: JSON, emulators: [Service]) throws(FaultPlanError) {
    guard case .object(let object) = json else {
      throw FaultPlanError("a fault plan must be an object")
    }
    for key in object.keys where !Self.members.contains(key) {
      throw FaultPlanError(
        at: key, JSON.unknownMember(key, among: Self.members),
        "a fault plan has no \"\(key)\"; it has: \(Self.members.joined(separator: ", "))")
    }
    let reader = FaultPlanReader(object)
    self.init(try reader.action())
    emulator = try reader.text("emulator")
    route = try reader.text("route")
    try check(against: emulators) { _ in "GET emulators lists them" }
    if let text = try reader.text("method") {
      guard let method = HTTPRequest.Method(text), Self.methods.contains(method) else {
        let known = Self.methods.map(\.rawValue).joined(separator: ", ")
        let problem = "\"\(text)\" is not a valid method; use one of: \(known)"
        throw FaultPlanError(at: "method", problem, problem)
      }
      self.method = method
    }
    path = try reader.text("path")
    times = try reader.count("times")
    occurrence = try reader.occurrence()
  }

  /// The methods that HTTP defines, and `PATCH`; a plan for any other method would never apply.
  ///
  /// - Source: RFC 9110, section 9.1; RFC 5789.
  private static let methods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .connect, .trace,
  ]

  /// Checks that the plan's emulator and route exist, because otherwise the plan would never apply.
  ///
  /// - Parameters:
  ///   - emulators: The emulators of the stage.
  ///   - remedy: Returns the end of the message about a route, from the titles of the routes.
  /// - Throws: ``FaultPlanError`` with the name that does not exist.
  package func check(
    against emulators: [Service], remedy: ([String]) -> String = FaultPlan.nearestRoutes
  ) throws(FaultPlanError) {
    let candidates = emulators.filter { emulator == nil || $0.name == emulator }
    if let emulator, candidates.isEmpty {
      let known = emulators.map(\.name).joined(separator: ", ")
      let problem = "no emulator is named \"\(emulator)\"; there are: \(known)"
      throw FaultPlanError(at: "emulator", problem, problem)
    }
    guard let route else { return }
    let titles = candidates.flatMap { $0.seed.catalogue.routes.map(\.title) }
    guard !titles.contains(route) else { return }
    let problem =
      "no route has the title \"\(route)\"; " + remedy(Self.nearest(to: route, among: titles))
    throw FaultPlanError(at: "route", problem, problem)
  }

  /// Returns the remedy that names the routes with the most similar titles.
  package static func nearestRoutes(_ titles: [String]) -> String {
    titles.isEmpty
      ? "the emulator has no routes, so select requests by method and path"
      : "the nearest are: " + titles.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// Returns up to three titles that are most similar to a string.
  private static func nearest(to text: String, among titles: [String]) -> [String] {
    let ranked = Set(titles).map { (EditDistance.between(text, $0), $0) }.sorted(by: <)
    return ranked.prefix(3).map(\.1)
  }
}

/// A reader that parses and validates the members of a fault plan's JSON.
struct FaultPlanReader {
  private let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  func text(_ name: String) throws(FaultPlanError) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.string else { throw FaultPlanError(at: name, "must be a string") }
    return text
  }

  /// The allowed values of a count.
  private static let counts: ClosedRange<Int64> = 1...1_000_000_000

  /// Reads an integer of at least 1, or returns `nil` if there is no such member.
  func count(_ name: String) throws(FaultPlanError) -> Int? {
    guard let value = object[name] else { return nil }
    guard let number = value.integer, Self.counts.contains(number) else {
      throw FaultPlanError(at: name, "must be \(Self.counts.expectation())")
    }
    return Int(number)
  }

  func occurrence() throws(FaultPlanError) -> FaultPlan.Occurrence {
    let given = ["nth", "every", "probability"].filter { object[$0] != nil }
    guard given.count <= 1 else {
      throw FaultPlanError("give one of \"nth\", \"every\" and \"probability\"")
    }
    if let number = try count("nth") { return .call(number) }
    if let step = try count("every") { return .every(step) }
    guard let value = object["probability"] else { return .always }
    guard let share = value.number, (0...1).contains(share) else {
      throw FaultPlanError(at: "probability", "must be a number from 0 to 1")
    }
    return .probability(share)
  }

  func action() throws(FaultPlanError) -> FaultAction {
    var action = FaultAction()
    try readAnswer(&action)
    action.delivery = try delivery()
    if let text = try text("latency") {
      guard let step = Duration.milliseconds(parsing: text), step >= 0, step <= 3_600_000 else {
        throw FaultPlanError(at: "latency", "is not a duration such as 250ms or 5s, up to 1h")
      }
      action.latencyMilliseconds = step
      // A plan in JSON is for clients of a server, which measure real time.
      action.isLatencyReal = step > 0
    }
    if let real = object["real"] {
      guard let flag = real.bool else { throw FaultPlanError(at: "real", "must be true or false") }
      guard object["latency"] != nil else {
        throw FaultPlanError(at: "real", "needs a \"latency\"")
      }
      action.isLatencyReal = flag
    }
    guard action != FaultAction() else {
      throw FaultPlanError("a fault plan needs \"status\", \"delivery\" or \"latency\"")
    }
    return action
  }

  /// Reads the members that replace the response.
  ///
  /// A status of 400 or more without a body selects a failure in the vendor's own format.
  private func readAnswer(_ action: inout FaultAction) throws(FaultPlanError) {
    let retry = try count("retryAfter")
    guard object["status"] != nil || retry != nil else {
      for name in ["headers", "body"] where object[name] != nil {
        throw FaultPlanError(at: name, "needs a \"status\"")
      }
      return
    }
    let status = try count("status") ?? 503
    guard (200...599).contains(status) else {
      throw FaultPlanError(at: "status", "must be from 200 to 599")
    }
    let fields = try headers()
    guard status < 400 || object["body"] != nil else {
      action.failure = ServiceFailure(
        HTTPResponse.Status(integerLiteral: status), retryAfterSeconds: retry, headers: fields)
      return
    }
    var response = Response(HTTPResponse.Status(integerLiteral: status), headers: fields)
    if let retry { response.headers[.retryAfter] = String(retry) }
    switch object["body"] {
    case nil: break
    case .string(let text): response.body = Array(text.utf8)
    case .some(let json):
      response.body = json.bytes
      if response.headers[.contentType] == nil {
        response.headers[.contentType] = "application/json; charset=utf-8"
      }
    }
    action.replacement = response
  }

  private func headers() throws(FaultPlanError) -> HTTPFields {
    guard let value = object["headers"] else { return [:] }
    guard case .object(let members) = value else {
      throw FaultPlanError(at: "headers", "must be an object of strings")
    }
    var fields = HTTPFields()
    for member in members {
      guard let name = HTTPField.Name(member.key), let text = member.value.string,
        HTTPField.isValidValue(text)
      else { throw FaultPlanError(at: "headers", "has an invalid field: \(member.key)") }
      fields.append(HTTPField(name: name, value: text))
    }
    return fields
  }

  private func delivery() throws(FaultPlanError) -> Delivery {
    switch object["delivery"] {
    case nil: return .whole
    case "reset": return .reset
    case "empty": return .empty
    case "malformed-chunk": return .malformedChunk
    case .some(.object(let object)): return try Self.damage(object)
    default: throw Self.noDelivery
    }
  }

  /// Parses a delivery that truncates the body or sends it slowly.
  private static func damage(_ object: JSONObject) throws(FaultPlanError) -> Delivery {
    if object.keys == ["truncate"], let bytes = object["truncate"]?.integer,
      (0...1 << 30).contains(bytes)
    {
      return .truncated(bytes: Int(bytes))
    }
    guard object.keys.allSatisfy({ $0 == "dribble" || $0 == "pause" }),
      let bytes = object["dribble"]?.integer, (1...1 << 30).contains(bytes)
    else { throw noDelivery }
    guard let pause = Duration.milliseconds(parsing: (object["pause"] ?? "10ms").string ?? ""),
      (0...60_000).contains(pause)
    else { throw FaultPlanError("\"pause\" is not a duration such as 10ms, up to 1m") }
    return .dribble(bytes: Int(bytes), pauseMilliseconds: Int(pause))
  }

  private static let noDelivery = FaultPlanError(
    at: "delivery",
    "must be \"reset\", \"empty\", \"malformed-chunk\", {\"truncate\":10} or "
      + "{\"dribble\":1,\"pause\":\"10ms\"}")
}
