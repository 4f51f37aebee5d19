import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

extension DatabaseUser {
  var snapshot: JSON {
    [
      "id": .string(id), "rid": .string(rid.text), "etag": .string(tag), "ts": .integer(seconds),
      "permissions": .array(permissions.map(\.snapshot)),
      "permissionCount": .integer(Int64(clamping: permissionCount)),
    ]
  }

  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    id = try reader.member("id").string()
    rid = try ResourceID(try reader.member("rid"), bytes: 8)
    tag = try reader.member("etag").string()
    seconds = try reader.member("ts").integer()
    for element in try reader.member("permissions").elements() {
      permissions.append(try Permission(element))
    }
    permissionCount = try reader.member("permissionCount").count()
  }
}

extension Permission {
  fileprivate var snapshot: JSON {
    var object: JSONObject = [
      "id": .string(id), "rid": .string(rid.text), "etag": .string(tag), "ts": .integer(seconds),
      "mode": .string(mode.rawValue), "resource": .string(resource),
    ]
    object["partitionKey"] = partitionKey
    return .object(object)
  }

  fileprivate init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    id = try reader.member("id").string()
    rid = try ResourceID(try reader.member("rid"), bytes: 16)
    tag = try reader.member("etag").string()
    seconds = try reader.member("ts").integer()
    let name = try reader.member("mode")
    guard let mode = CosmosResourceToken.Mode(rawValue: try name.string()) else {
      throw name.problem("is neither Read nor All")
    }
    self.mode = mode
    resource = try reader.member("resource").string()
    partitionKey = reader.optional("partitionKey")?.value
  }
}
