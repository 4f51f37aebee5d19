import GhostlightCore

/// A user of a database, who holds permissions.
struct DatabaseUser: Sendable {
  var id: String
  let rid: ResourceID
  var tag: String
  var seconds: Int64
  /// In order of creation.
  var permissions: [Permission] = []
  var permissionCount: UInt64 = 0

  /// The user as clients see it (B19).
  func json(in database: Database) -> JSONObject {
    [
      "id": .string(id), "_rid": .string(rid.text),
      "_self": .string("\(database.link)users/\(rid.text)/"), "_etag": .string(tag),
      "_permissions": "permissions/", "_ts": .integer(seconds),
    ]
  }
}
