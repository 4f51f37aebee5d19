public import GhostlightCore
public import GhostlightEmulation
public import HTTPTypes

/// Trouble on demand: which requests of a namespace it meets, how often, and what it does.
///
/// The same plans, seed and requests give the same trouble.
public struct FaultPlan: Sendable, Hashable {
  /// How often a plan strikes among the requests that it addresses.
  public enum Occurrence: Sendable, Hashable {
    /// At each.
    case always
    /// At one, counted from 1.
    case call(Int)
    /// At every so many: 3 strikes at the third, the sixth, ….
    case every(Int)
    /// At about this share from 0 to 1, drawn from the namespace's seed.
    case probability(Double)
  }

  /// The emulator's name; `nil` for all.
  public var emulator: String?
  /// The title of the route, as the control API lists it; `nil` for all.
  public var route: String?
  /// The method; `nil` for all.
  public var method: HTTPRequest.Method?
  /// A path in which `*` stands for any text; `nil` for all.
  public var path: String?
  /// How often it strikes.
  public var occurrence: Occurrence = .always
  /// How many times it strikes at most; `nil` for ever.
  public var times: Int?
  /// What it does.
  public var action: FaultAction

  /// Makes a plan that always strikes at every request.
  public init(_ action: FaultAction) { self.action = action }
}

/// What a fault plan does to an exchange.
public struct FaultAction: Sendable, Hashable {
  /// Answers this in the backend's place; the request does not reach it.
  public var replacement: Response?
  /// Answers as the vendor's own service would where it fails, in the backend's place; counts where
  /// there is no ``replacement``.
  public var failure: ServiceFailure?
  /// What happens on the connection.
  ///
  /// A reset or empty reply keeps the request from the backend; the others damage its response.
  public var delivery: Delivery = .whole
  /// How much later the response comes, in milliseconds.
  public var latencyMilliseconds: Int64 = 0
  /// Whether the client really waits; else the namespace's clock moves on instead.
  public var isLatencyReal = false

  /// Makes an action that does nothing, to be filled in.
  public init() {}

  /// Whether the backend sees the request.
  var reachesBackend: Bool {
    guard replacement == nil, failure == nil else { return false }
    switch delivery {
    case .reset, .empty: return false
    default: return true
    }
  }
}

extension FaultAction {
  /// Answers with another response.
  public static func answer(_ response: Response) -> FaultAction {
    var action = FaultAction()
    action.replacement = response
    return action
  }

  /// Answers as the vendor's own service would where it fails so.
  public static func fail(_ failure: ServiceFailure) -> FaultAction {
    var action = FaultAction()
    action.failure = failure
    return action
  }

  /// Breaks the delivery.
  public static func deliver(_ delivery: Delivery) -> FaultAction {
    var action = FaultAction()
    action.delivery = delivery
    return action
  }

  /// Takes its time, by the namespace's clock or really.
  public static func latency(milliseconds: Int64, isReal: Bool = false) -> FaultAction {
    var action = FaultAction()
    action.latencyMilliseconds = milliseconds
    action.isLatencyReal = isReal
    return action
  }
}

/// Why a description is no fault plan.
public struct FaultPlanError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the member and the remedy.
  public let description: String

  /// Says what is wrong and what to do.
  public init(_ description: String) { self.description = description }
}

extension FaultPlan {
  /// The members that a plan may have, as the control API and the configuration spell them.
  static let members = [
    "emulator", "route", "method", "path", "nth", "every", "probability", "times", "status",
    "headers", "body", "retryAfter", "latency", "real", "delivery",
  ]

  /// Reads a plan.
  ///
  /// - Throws: ``FaultPlanError`` with the member that is wrong.
  public init(json: JSON, emulators: [Emulator]) throws(FaultPlanError) {
    guard case .object(let object) = json else {
      throw FaultPlanError("a fault plan is an object")
    }
    for key in object.keys where !Self.members.contains(key) {
      throw FaultPlanError(
        "a fault plan has no \"\(key)\"; it has: \(Self.members.joined(separator: ", "))")
    }
    let reader = FaultPlanReader(object)
    self.init(try reader.action())
    emulator = try reader.text("emulator")
    if let emulator, !emulators.contains(where: { $0.name == emulator }) {
      let known = emulators.map(\.name).joined(separator: ", ")
      throw FaultPlanError("no emulator is named \"\(emulator)\"; there are: \(known)")
    }
    route = try reader.text("route")
    if let route { try Self.check(route, emulators, emulator) }
    if let text = try reader.text("method") {
      guard let method = HTTPRequest.Method(text), Self.methods.contains(method) else {
        let known = Self.methods.map(\.rawValue).joined(separator: ", ")
        throw FaultPlanError("\"\(text)\" is no method; there are: \(known)")
      }
      self.method = method
    }
    path = try reader.text("path")
    times = try reader.count("times")
    occurrence = try reader.occurrence()
  }

  /// The methods of HTTP and of its `PATCH`; a plan for any other would never strike.
  ///
  /// - Source: RFC 9110, section 9.1; RFC 5789.
  private static let methods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .connect, .trace,
  ]

  private static func check(
    _ route: String, _ emulators: [Emulator], _ emulator: String?
  ) throws(FaultPlanError) {
    for candidate in emulators where emulator == nil || candidate.name == emulator {
      let titles = type(of: candidate.seed).routeSummaries.map(\.title)
      if titles.contains(route) { return }
    }
    throw FaultPlanError("no route has the title \"\(route)\"; GET emulators lists them")
  }
}

/// Reads the members of a fault plan.
struct FaultPlanReader {
  private let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  func text(_ name: String) throws(FaultPlanError) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.string else { throw FaultPlanError("\"\(name)\" must be a string") }
    return text
  }

  /// A whole number from 1.
  func count(_ name: String) throws(FaultPlanError) -> Int? {
    guard let value = object[name] else { return nil }
    guard let number = value.integer, (1...1_000_000_000).contains(number) else {
      throw FaultPlanError("\"\(name)\" must be a whole number from 1")
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
      throw FaultPlanError("\"probability\" must be a number from 0 to 1")
    }
    return .probability(share)
  }

  func action() throws(FaultPlanError) -> FaultAction {
    var action = FaultAction()
    try readAnswer(&action)
    action.delivery = try delivery()
    if let text = try text("latency") {
      guard let step = Duration.milliseconds(parsing: text), step >= 0, step <= 3_600_000 else {
        throw FaultPlanError("\"latency\" is no duration such as 250ms or 5s, up to 1h")
      }
      action.latencyMilliseconds = step
    }
    if let real = object["real"] {
      guard let flag = real.bool else { throw FaultPlanError("\"real\" must be true or false") }
      guard object["latency"] != nil else { throw FaultPlanError("\"real\" needs a \"latency\"") }
      action.isLatencyReal = flag
    }
    guard action != FaultAction() else {
      throw FaultPlanError("a fault plan needs \"status\", \"delivery\" or \"latency\"")
    }
    return action
  }

  /// A status of a failure without a body is answered in the vendor's form.
  private func readAnswer(_ action: inout FaultAction) throws(FaultPlanError) {
    let retry = try count("retryAfter")
    guard object["status"] != nil || retry != nil else {
      for name in ["headers", "body"] where object[name] != nil {
        throw FaultPlanError("\"\(name)\" needs a \"status\"")
      }
      return
    }
    let status = try count("status") ?? 503
    guard (200...599).contains(status) else {
      throw FaultPlanError("\"status\" must be from 200 to 599")
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
      throw FaultPlanError("\"headers\" must be an object of strings")
    }
    var fields = HTTPFields()
    for member in members {
      guard let name = HTTPField.Name(member.key), let text = member.value.string,
        HTTPField.isValidValue(text)
      else { throw FaultPlanError("\"headers\" has a field that is none: \(member.key)") }
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

  /// What befalls the body.
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
    else { throw FaultPlanError("\"pause\" is no duration such as 10ms, up to 1m") }
    return .dribble(bytes: Int(bytes), pauseMilliseconds: Int(pause))
  }

  private static let noDelivery = FaultPlanError(
    "\"delivery\" is \"reset\", \"empty\", \"malformed-chunk\", {\"truncate\":10} or "
      + "{\"dribble\":1,\"pause\":\"10ms\"}")
}
