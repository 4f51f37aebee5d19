import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// An account's state: its databases in creation order.
package struct CosmosState: Sendable {
  package let configuration: CosmosConfiguration
  var databases: [Database] = []
  /// The number of databases created so far, including deleted ones, so that each RID is used only
  /// once.
  var databaseCount: UInt32 = 0
  /// The number of writes so far, which is part of each entity tag.
  var writes: UInt64 = 0

  package init(_ configuration: CosmosConfiguration) { self.configuration = configuration }

  /// Counts a write, and returns the stamp for the written resource.
  mutating func stamp(_ moment: Moment) -> WriteStamp {
    writes += 1
    return WriteStamp(number: writes, seconds: moment.seconds)
  }
}

/// Lookup of the database and the container in a request's path, by name or by RID (B1).
extension CosmosState {
  /// The indexes of a database in the account and of a container in the database.
  struct Place {
    let database: Int
    let container: Int
  }

  func position(ofDatabase name: String) -> Int? {
    // Indexes are used, because a database that is passed to a closure may be copied.
    databases.indices.first { databases[$0].id.isExactly(name) }
      ?? databases.indices.first { databases[$0].rid.text == name }
  }

  /// Returns the index of the database in a request's path.
  func database(_ call: Call) throws(Fault) -> Int {
    guard let position = position(ofDatabase: call["db"]) else { throw .noResource }
    return position
  }

  /// Returns the place of the container in a request's path.
  func place(_ call: Call) throws(Fault) -> Place {
    let database = try database(call)
    guard let container = databases[database].position(ofContainer: call["coll"]) else {
      throw .noResource
    }
    if let intended = call.request.value(of: .msIntendedRID),
      intended != databases[database].containers[container].rid.text
    {
      throw .otherCollection.filled(["rid": intended])
    }
    return Place(database: database, container: container)
  }

  /// Returns the path of the container at `place`, written with RIDs instead of names.
  func link(to place: Place) -> String {
    databases[place.database].containers[place.container].link(in: databases[place.database])
  }

  subscript(place: Place) -> Container {
    get { databases[place.database].containers[place.container] }
    _modify { yield &databases[place.database].containers[place.container] }
  }
}

/// A database with its containers and users, both in creation order.
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

  /// The database in its JSON form in responses (B8).
  var json: JSONObject {
    [
      "id": .string(id), "_rid": .string(rid.text), "_self": .string(link),
      "_etag": .string(tag), "_colls": "colls/", "_users": "users/", "_ts": .integer(seconds),
    ]
  }

  /// The database's path with RIDs instead of names: `dbs/{rid}/`.
  var link: String { "dbs/" + rid.text + "/" }

  /// Returns the index of a container by name or, if no container has that name, by RID.
  func position(ofContainer name: String) -> Int? {
    // Indexes are used, because a container that is passed to a closure may be copied.
    containers.indices.first { containers[$0].id.isExactly(name) }
      ?? containers.indices.first { containers[$0].rid.text == name }
  }

  /// Returns the index of a user by name or, if no user has that name, by RID.
  func position(ofUser name: String) -> Int? {
    users.firstIndex { BytewiseString($0.id) == BytewiseString(name) }
      ?? users.firstIndex { $0.rid.text == name }
  }
}

/// A user of a database, to whom permissions belong.
struct DatabaseUser: Sendable {
  var id: String
  let rid: ResourceID
  var tag: String
  var seconds: Int64
  var permissions: [Permission] = []
  var permissionCount: UInt64 = 0

  /// Returns the user in its JSON form in responses (B19).
  func json(in database: Database) -> JSONObject {
    [
      "id": .string(id), "_rid": .string(rid.text),
      "_self": .string("\(database.link)users/\(rid.text)/"), "_etag": .string(tag),
      "_permissions": "permissions/", "_ts": .integer(seconds),
    ]
  }
}

/// A user's right to read or change a container.
struct Permission: Sendable {
  var id: String
  let rid: ResourceID
  var tag: String
  var seconds: Int64
  var mode: PermissionMode
  /// The path of the permitted resource, `dbs/{db}/colls/{coll}`, as the client wrote it.
  var resource: String
  /// The partition to which the permission is restricted; `nil` if it applies to all partitions.
  var partitionKey: JSON?
}

/// The access that a permission grants, in the client's spelling.
///
/// The SDKs have the constants `Read`, `read`, `All` and `all` (B19).
struct PermissionMode: Sendable {
  let text: String
  let mode: CosmosResourceToken.Mode

  /// Creates a mode from `read` or `all` in any case, or returns `nil` for other names.
  init?(_ text: String) {
    switch text.lowercased() {
    case "read": mode = .read
    case "all": mode = .all
    default: return nil
    }
    self.text = text
  }
}

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

  init(_ reader: SnapshotReader) throws(SnapshotError) {
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
  init(_ reader: SnapshotReader, bytes count: Int) throws(SnapshotError) {
    guard let found = ResourceID(text: try reader.string()), found.bytes.count == count else {
      throw reader.error("is not a RID of \(count) bytes")
    }
    self = found
  }
}

extension DatabaseUser {
  var snapshot: JSON {
    [
      "id": .string(id), "rid": .string(rid.text), "etag": .string(tag), "ts": .integer(seconds),
      "permissions": .array(permissions.map(\.snapshot)),
      "permissionCount": .integer(Int64(clamping: permissionCount)),
    ]
  }

  init(_ reader: SnapshotReader) throws(SnapshotError) {
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
      "mode": .string(mode.text), "resource": .string(resource),
    ]
    object["partitionKey"] = partitionKey
    return .object(object)
  }

  fileprivate init(_ reader: SnapshotReader) throws(SnapshotError) {
    id = try reader.member("id").string()
    rid = try ResourceID(try reader.member("rid"), bytes: 16)
    tag = try reader.member("etag").string()
    seconds = try reader.member("ts").integer()
    let name = try reader.member("mode")
    guard let mode = PermissionMode(try name.string()) else {
      throw name.error("is neither Read nor All")
    }
    self.mode = mode
    resource = try reader.member("resource").string()
    partitionKey = reader.optional("partitionKey")?.value
  }
}
