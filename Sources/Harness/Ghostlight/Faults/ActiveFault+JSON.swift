public import GhostlightCore
import HTTPTypes

extension ActiveFault {
  /// The plan at work, in the spelling that adds one, with its counts.
  public var json: JSON {
    var object: JSONObject = [
      "number": .integer(Int64(number)),
      "addressed": .integer(Int64(addressed)),
      "struck": .integer(Int64(struck)),
    ]
    object["emulator"] = plan.emulator.map(JSON.string)
    object["route"] = plan.route.map(JSON.string)
    object["method"] = plan.method.map { .string($0.rawValue) }
    object["path"] = plan.path.map(JSON.string)
    switch plan.occurrence {
    case .always: break
    case .call(let number): object["nth"] = .integer(Int64(number))
    case .every(let step): object["every"] = .integer(Int64(step))
    case .probability(let share): object["probability"] = .double(share)
    }
    object["times"] = plan.times.map { .integer(Int64($0)) }
    describe(plan.action, in: &object)
    return .object(object)
  }

  /// JSON where a plan would read it back as the same bytes, else the text.
  private static func body(of response: Response) -> JSON {
    guard response.headers[.contentType] != nil, let json = response.json, json.string == nil,
      json.bytes == response.body
    else { return .string(response.text) }
    return json
  }

  private func describe(_ action: FaultAction, in object: inout JSONObject) {
    if let response = action.replacement {
      object["status"] = .integer(Int64(response.status.code))
      let fields = response.headers.map { JSONObject.Member($0.name.rawName, .string($0.value)) }
      if !fields.isEmpty {
        object["headers"] = .object(fields.reduce(into: JSONObject()) { $0[$1.key] = $1.value })
      }
      if !response.body.isEmpty { object["body"] = Self.body(of: response) }
    }
    switch action.delivery {
    case .whole: break
    case .reset: object["delivery"] = "reset"
    case .empty: object["delivery"] = "empty"
    case .malformedChunk: object["delivery"] = "malformed-chunk"
    case .truncated(let bytes): object["delivery"] = ["truncate": .integer(Int64(bytes))]
    case .dribble(let bytes, let pause):
      object["delivery"] = ["dribble": .integer(Int64(bytes)), "pause": .string("\(pause)ms")]
    }
    guard action.latencyMilliseconds > 0 else { return }
    object["latency"] = .string("\(action.latencyMilliseconds)ms")
    object["real"] = .bool(action.isLatencyReal)
  }
}
