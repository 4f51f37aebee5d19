import GhostlightCore
import HTTPTypes

/// Reads the members of a fault plan.
struct FaultPlanReader {
  private let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  func text(_ name: String) throws(FaultPlanProblem) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.string else { throw FaultPlanProblem("\"\(name)\" must be a string") }
    return text
  }

  /// A whole number from 1.
  func count(_ name: String) throws(FaultPlanProblem) -> Int? {
    guard let value = object[name] else { return nil }
    guard let number = value.integer, (1...1_000_000_000).contains(number) else {
      throw FaultPlanProblem("\"\(name)\" must be a whole number from 1")
    }
    return Int(number)
  }

  func occurrence() throws(FaultPlanProblem) -> FaultPlan.Occurrence {
    let given = ["nth", "every", "probability"].filter { object[$0] != nil }
    guard given.count <= 1 else {
      throw FaultPlanProblem("give one of \"nth\", \"every\" and \"probability\"")
    }
    if let number = try count("nth") { return .call(number) }
    if let step = try count("every") { return .every(step) }
    guard let value = object["probability"] else { return .always }
    guard let share = value.number, (0...1).contains(share) else {
      throw FaultPlanProblem("\"probability\" must be a number from 0 to 1")
    }
    return .probability(share)
  }

  func action() throws(FaultPlanProblem) -> FaultAction {
    var action = FaultAction()
    action.replacement = try replacement()
    action.delivery = try delivery()
    if let text = try text("latency") {
      guard let step = Duration.milliseconds(parsing: text), step >= 0, step <= 3_600_000 else {
        throw FaultPlanProblem("\"latency\" is no duration such as 250ms or 5s, up to 1h")
      }
      action.latencyMilliseconds = step
    }
    if let real = object["real"] {
      guard let flag = real.bool else { throw FaultPlanProblem("\"real\" must be true or false") }
      guard object["latency"] != nil else { throw FaultPlanProblem("\"real\" needs a \"latency\"") }
      action.isLatencyReal = flag
    }
    guard action != FaultAction() else {
      throw FaultPlanProblem("a fault plan needs \"status\", \"delivery\" or \"latency\"")
    }
    return action
  }

  private func replacement() throws(FaultPlanProblem) -> Response? {
    let retry = try count("retryAfter")
    guard object["status"] != nil || retry != nil else {
      for name in ["headers", "body"] where object[name] != nil {
        throw FaultPlanProblem("\"\(name)\" needs a \"status\"")
      }
      return nil
    }
    let status = try count("status") ?? 503
    guard (200...599).contains(status) else {
      throw FaultPlanProblem("\"status\" must be from 200 to 599")
    }
    var response = Response(HTTPResponse.Status(code: status), headers: try headers())
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
    return response
  }

  private func headers() throws(FaultPlanProblem) -> HTTPFields {
    guard let value = object["headers"] else { return [:] }
    guard case .object(let members) = value else {
      throw FaultPlanProblem("\"headers\" must be an object of strings")
    }
    var fields = HTTPFields()
    for member in members {
      guard let name = HTTPField.Name(member.key), let text = member.value.string,
        HTTPField.isValidValue(text)
      else { throw FaultPlanProblem("\"headers\" has a field that is none: \(member.key)") }
      fields.append(HTTPField(name: name, value: text))
    }
    return fields
  }

  private func delivery() throws(FaultPlanProblem) -> Delivery {
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
  private static func damage(_ object: JSONObject) throws(FaultPlanProblem) -> Delivery {
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
    else { throw FaultPlanProblem("\"pause\" is no duration such as 10ms, up to 1m") }
    return .dribble(bytes: Int(bytes), pauseMilliseconds: Int(pause))
  }

  private static let noDelivery = FaultPlanProblem(
    "\"delivery\" is \"reset\", \"empty\", \"malformed-chunk\", {\"truncate\":10} or "
      + "{\"dribble\":1,\"pause\":\"10ms\"}")
}
