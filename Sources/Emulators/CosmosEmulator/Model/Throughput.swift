import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The request units a second that a database or container was made with; nothing is throttled.
///
/// - Source: protocol reference B2, B19.
struct Throughput: Sendable, Hashable {
  /// What `x-ms-offer-throughput` said.
  var units: Int64 = 400
  /// What `x-ms-cosmos-offer-autopilot-settings` said; ``units`` is then a tenth of it.
  var autopilotMaximum: Int64?

  init() {}

  /// Reads the fields of a request; what is no number of units is not looked at.
  init(_ request: Request) {
    if let text = request.headers[.msAutopilot], let maximum = Self.maximum(text), maximum > 0 {
      autopilotMaximum = maximum
      units = maximum / 10
    } else if let given = request.headers[.msThroughput].flatMap(Int64.init), given > 0 {
      units = given
    }
  }

  private static func maximum(_ text: String) -> Int64? {
    do throws(JSONError) {
      return try JSON.parse(Array(text.utf8))["maxThroughput"]?.integer
    } catch {
      return nil
    }
  }

  /// The `content` of an offer.
  var content: JSON {
    var object: JSONObject = ["offerThroughput": .integer(units)]
    if let autopilotMaximum {
      object["offerAutopilotSettings"] = ["maxThroughput": .integer(autopilotMaximum)]
    }
    object["offerIsRUPerMinuteThroughputEnabled"] = false
    object["offerMinimumThroughputParameters"] = [
      "maxThroughputEverProvisioned": .integer(autopilotMaximum ?? units),
      "maxConsumedStorageEverInKB": 0,
    ]
    return .object(object)
  }
}

extension Throughput {
  var snapshot: JSON {
    var object: JSONObject = ["units": .integer(units)]
    object["autopilotMaximum"] = autopilotMaximum.map { .integer($0) }
    return .object(object)
  }

  init(_ reader: SnapshotReader) throws(SnapshotError) {
    units = try reader.member("units").integer()
    autopilotMaximum = try reader.optional("autopilotMaximum")?.integer()
  }
}
