import GhostlightCore
import GhostlightEmulation

extension Database {
  var snapshot: JSON {
    [
      "id": .string(id), "rid": .string(rid.text), "etag": .string(tag), "ts": .integer(seconds),
      "throughput": throughput.snapshot,
      "containers": .array(containers.map(\.snapshot)),
      "containerCount": .integer(Int64(containerCount)),
      "users": .array(users.map(\.snapshot)), "userCount": .integer(Int64(userCount)),
    ]
  }

  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    id = try reader.member("id").string()
    rid = try ResourceID(try reader.member("rid"), bytes: 4)
    tag = try reader.member("etag").string()
    seconds = try reader.member("ts").integer()
    if let offer = reader.optional("throughput") { throughput = try Throughput(offer) }
    for element in try reader.member("containers").elements() {
      containers.append(try Container(element))
    }
    containerCount = try reader.member("containerCount").count()
    for element in try reader.member("users").elements() {
      users.append(try DatabaseUser(element))
    }
    userCount = try reader.member("userCount").count()
  }
}

extension ResourceID {
  init(_ reader: SnapshotReader, bytes count: Int) throws(SnapshotProblem) {
    guard let found = ResourceID(text: try reader.string()), found.bytes.count == count else {
      throw reader.problem("is no RID of \(count) bytes")
    }
    self = found
  }
}
