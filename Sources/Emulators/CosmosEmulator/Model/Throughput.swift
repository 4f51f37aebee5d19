import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The throughput of a database or container in request units a second.
///
/// It is stored and returned, but requests are never throttled.
///
/// - Source: protocol reference B2, B19.
struct Throughput: Sendable, Hashable {
  /// The provisioned number of request units a second.
  private(set) var units: Int64 = 400
  /// The maximum number of request units with autoscale; ``units`` is then a tenth of this number.
  ///
  /// It is `nil` if the number of units is fixed.
  private(set) var maximum: Int64?
  /// The percentage by which the service may increase the maximum automatically; `nil` if no
  /// percentage was set.
  private(set) var incrementPercent: Int64?
  /// The greatest number of units that the resource has had.
  private var most: Int64 = 400
  /// The performance level that old clients choose at creation, `S1`, `S2` or `S3`; otherwise
  /// `Invalid`.
  private(set) var kind = "Invalid"
  /// The write that last replaced the offer; `nil` if the offer still has the stamp of its database
  /// or container.
  var stamp: WriteStamp?

  init() {}

  /// Creates the throughput from the header fields of a request that creates a database or
  /// container.
  ///
  /// A value that is not a number is ignored.
  ///
  /// - Throws: A refusal if the number of units is not allowed.
  init(_ request: Request) throws(Fault) {
    if let kind = request.value(of: .msOfferType), ["S1", "S2", "S3"].contains(kind) {
      self.kind = kind
    }
    if let text = request.value(of: .msAutopilot), let settings = Self.json(text),
      settings["maxThroughput"]?.integer != nil
    {
      try autoscale(settings)
    } else if let given = request.value(of: .msThroughput).flatMap(Int64.init) {
      try fix(given)
    }
  }

  /// Replaces the throughput with the `content` of an offer.
  ///
  /// The result is autoscale if the content has autoscale settings, otherwise a fixed number of
  /// units.
  ///
  /// - Throws: A refusal if the content has neither, or if the number of units is not allowed.
  mutating func replace(with content: JSON) throws(Fault) {
    if let settings = content["offerAutopilotSettings"], settings.object != nil {
      try autoscale(settings)
    } else if let given = content["offerThroughput"]?.integer {
      try fix(given)
    } else {
      throw .badPayload.withReason("the offer's content has no offerThroughput")
    }
  }

  private mutating func fix(_ given: Int64) throws(Fault) {
    guard (400...1_000_000).contains(given), given.isMultiple(of: 100) else {
      throw .badThroughput.filled([
        "problem": "The offer should have valid throughput values between 400 and 1000000 inclusive"
          + " in increments of 100."
      ])
    }
    (units, maximum, incrementPercent) = (given, nil, nil)
    most = max(most, given)
  }

  private mutating func autoscale(_ settings: JSON) throws(Fault) {
    let wanted = settings["maxThroughput"]?.integer ?? 0
    guard wanted >= 1000 else {
      throw .badThroughput.filled([
        "problem": "Requested throughput \(wanted) is less than required minimum throughput 1000"
      ])
    }
    guard wanted <= 1_000_000, wanted.isMultiple(of: 1000) else {
      throw .badThroughput.filled([
        "problem":
          "The maximum throughput of autoscale must be up to 1000000 in increments of 1000."
      ])
    }
    let percent = settings["autoUpgradePolicy"]?["throughputPolicy"]?["incrementPercent"]?.integer
    if let percent, !(0...100).contains(percent) {
      throw .badThroughput.filled(["problem": "incrementPercent must be from 0 to 100."])
    }
    (units, maximum, incrementPercent) = (wanted / 10, wanted, percent)
    most = max(most, wanted)
  }

  private static func json(_ text: String) -> JSON? {
    do throws(JSONError) { return try JSON.parse(Array(text.utf8)) } catch { return nil }
  }

  /// The `content` of an offer with this throughput.
  var content: JSON {
    var object: JSONObject = ["offerThroughput": .integer(units)]
    if let maximum {
      var settings: JSONObject = ["maxThroughput": .integer(maximum)]
      if let incrementPercent {
        settings["autoUpgradePolicy"] = [
          "throughputPolicy": ["incrementPercent": .integer(incrementPercent)]
        ]
      }
      object["offerAutopilotSettings"] = .object(settings)
    }
    object["offerIsRUPerMinuteThroughputEnabled"] = false
    object["offerMinimumThroughputParameters"] = [
      "maxThroughputEverProvisioned": .integer(most), "maxConsumedStorageEverInKB": 0,
    ]
    return .object(object)
  }
}

extension Throughput {
  var snapshot: JSON {
    var object: JSONObject = ["units": .integer(units), "most": .integer(most)]
    if kind != "Invalid" { object["kind"] = .string(kind) }
    object["autopilotMaximum"] = maximum.map { .integer($0) }
    object["incrementPercent"] = incrementPercent.map { .integer($0) }
    if let stamp {
      object["write"] = .integer(Int64(clamping: stamp.number))
      object["seconds"] = .integer(stamp.seconds)
    }
    return .object(object)
  }

  init(_ reader: SnapshotReader) throws(SnapshotError) {
    units = try reader.member("units").integer()
    kind = try reader.optional("kind")?.string() ?? kind
    maximum = try reader.optional("autopilotMaximum")?.integer()
    incrementPercent = try reader.optional("incrementPercent")?.integer()
    most = try reader.optional("most")?.integer() ?? max(units, maximum ?? 0)
    if let write = reader.optional("write") {
      stamp = WriteStamp(
        number: try write.count(), seconds: try reader.member("seconds").integer())
    }
  }
}
