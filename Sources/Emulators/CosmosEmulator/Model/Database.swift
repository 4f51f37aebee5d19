import GhostlightCore

/// A database with its containers and users, both in order of creation.
struct Database: Sendable {
  let id: String
  let rid: ResourceID
  var tag: String
  var seconds: Int64
  var throughput = Throughput()
  var containers: [Container] = []
  var containerCount: UInt32 = 0
  var users: [DatabaseUser] = []
  var userCount: UInt32 = 0

  init(id: String, number: UInt32, _ stamp: WriteStamp) {
    self.id = id
    rid = .database(number)
    tag = stamp.tag
    seconds = stamp.seconds
  }

  /// The database as clients see it (B8).
  var json: JSONObject {
    [
      "id": .string(id), "_rid": .string(rid.text), "_self": .string(link),
      "_etag": .string(tag), "_colls": "colls/", "_users": "users/", "_ts": .integer(seconds),
    ]
  }

  /// The path by RID: `dbs/{rid}/`.
  var link: String { "dbs/\(rid.text)/" }

  /// The position of a container by name, else by RID.
  func position(ofContainer name: String) -> Int? {
    containers.firstIndex { ExactText($0.id) == ExactText(name) }
      ?? containers.firstIndex { $0.rid.text == name }
  }

  /// The position of a user by name, else by RID.
  func position(ofUser name: String) -> Int? {
    users.firstIndex { ExactText($0.id) == ExactText(name) }
      ?? users.firstIndex { $0.rid.text == name }
  }
}
