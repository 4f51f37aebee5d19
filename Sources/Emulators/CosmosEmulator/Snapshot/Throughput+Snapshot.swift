import GhostlightCore
import GhostlightEmulation

extension Throughput {
  var snapshot: JSON {
    var object: JSONObject = ["units": .integer(units)]
    object["autopilotMaximum"] = autopilotMaximum.map { .integer($0) }
    return .object(object)
  }

  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    units = try reader.member("units").integer()
    autopilotMaximum = try reader.optional("autopilotMaximum")?.integer()
  }
}
