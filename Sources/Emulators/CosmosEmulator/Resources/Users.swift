import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The handlers of a database's users (B19).
extension CosmosBackend {
  static func createUser(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let position = try state.database(call)
    let id = try ResourceName.read(try RequestJSON.object(call.request, within: call.budget))
    guard state.databases[position].user(named: id) == nil else { throw .resourceExists }
    return add(id, to: position, &state, moment)
  }

  /// Creates a user, or renews the entity tag of an existing user, who keeps all permissions (B19).
  static func upsertUser(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let position = try state.database(call)
    let id = try ResourceName.read(try RequestJSON.object(call.request, within: call.budget))
    guard let user = state.databases[position].user(named: id) else {
      return add(id, to: position, &state, moment)
    }
    return rename(user, of: position, to: id, &state, moment)
  }

  private static func add(
    _ id: String, to position: Int, _ state: inout CosmosState, _ moment: Moment
  ) -> Response {
    let stamp = state.stamp(moment)
    state.databases[position].userCount += 1
    let database = state.databases[position]
    let user = DatabaseUser(
      id: id, rid: database.rid.user(database.userCount), tag: stamp.tag, seconds: stamp.seconds)
    state.databases[position].users.append(user)
    return CosmosReply.resource(.created, user.json(in: database))
  }

  static func listUsers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let database = state.databases[try state.database(call)]
    return try ResourcePage(call).response(
      "Users", database.users.map { .object($0.json(in: database)) }, rid: database.rid.text)
  }

  static func queryUsers(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let database = state.databases[try state.database(call)]
    let rows = try ResourceQuery(call).rows(database.users.map { $0.json(in: database) }, moment)
    return try ResourcePage(call).response("Users", rows, rid: database.rid.text)
  }

  static func readUser(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let (database, user) = try state.user(call)
    let owner = state.databases[database]
    return CosmosReply.resource(.ok, owner.users[user].json(in: owner))
  }

  static func replaceUser(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let (database, user) = try state.user(call)
    let id = try ResourceName.read(try RequestJSON.object(call.request, within: call.budget))
    guard state.databases[database].user(named: id).map({ $0 == user }) ?? true else {
      throw .resourceExists
    }
    return rename(user, of: database, to: id, &state, moment)
  }

  private static func rename(
    _ user: Int, of database: Int, to id: String, _ state: inout CosmosState, _ moment: Moment
  ) -> Response {
    let stamp = state.stamp(moment)
    state.databases[database].users[user].id = id
    state.databases[database].users[user].tag = stamp.tag
    state.databases[database].users[user].seconds = stamp.seconds
    let owner = state.databases[database]
    return CosmosReply.resource(.ok, owner.users[user].json(in: owner))
  }

  static func deleteUser(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let (database, user) = try state.user(call)
    state.databases[database].users.remove(at: user)
    return CosmosReply.deleted(charge: "2")
  }
}

extension Database {
  /// Returns the index of the user whose id is `id`; unlike other lookups, it does not accept an
  /// RID.
  fileprivate func user(named id: String) -> Int? {
    users.firstIndex { BytewiseString($0.id) == BytewiseString(id) }
  }
}

extension CosmosState {
  /// Returns the indexes of the user in a request's path and of the user's database.
  func user(_ call: Call) throws(Fault) -> (database: Int, user: Int) {
    let database = try database(call)
    guard let user = databases[database].position(ofUser: call["user"]) else {
      throw .noResource
    }
    return (database, user)
  }
}

/// The handlers of permissions; each response contains a new resource token (B19).
extension CosmosBackend {
  static func createPermission(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let (database, user) = try state.user(call)
    return try add(try PermissionBody(call), database, user, call, &state, moment)
  }

  /// Creates a permission, or replaces the one with the same id (B19).
  static func upsertPermission(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let (database, user) = try state.user(call)
    let body = try PermissionBody(call)
    let slot = state.databases[database].users[user].permissions.firstIndex {
      BytewiseString($0.id) == BytewiseString(body.id)
    }
    guard let slot else { return try add(body, database, user, call, &state, moment) }
    return try replace((database, user, slot), by: body, call, &state, moment)
  }

  private static func add(
    _ body: PermissionBody, _ database: Int, _ user: Int, _ call: Call,
    _ state: inout CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let owned = state.databases[database].users[user].permissions
    let isTaken = owned.contains {
      BytewiseString($0.id) == BytewiseString(body.id)
        || BytewiseString($0.resource) == BytewiseString(body.resource)
    }
    guard !isTaken else { throw .resourceExists }
    let lifetime = try PermissionToken.lifetime(call.request)
    let stamp = state.stamp(moment)
    let number = state.databases[database].users[user].permissionCount + 1
    let permission = Permission(
      id: body.id, rid: state.databases[database].users[user].rid.document(number),
      tag: stamp.tag, seconds: stamp.seconds, mode: body.mode, resource: body.resource,
      partitionKey: body.partitionKey)
    state.databases[database].users[user].permissionCount = number
    state.databases[database].users[user].permissions.append(permission)
    return try reply(.created, permission, call, state, moment, lifetime)
  }

  static func listPermissions(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let (owner, list) = try permissions(call, state, moment)
    return try ResourcePage(call)
      .response("Permissions", list.map { .object($0) }, rid: owner.rid.text)
  }

  static func queryPermissions(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let (owner, list) = try permissions(call, state, moment)
    return try ResourcePage(call).response(
      "Permissions", try ResourceQuery(call).rows(list, moment), rid: owner.rid.text)
  }

  private static func permissions(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> (owner: DatabaseUser, list: [JSONObject]) {
    let (database, user) = try state.user(call)
    let owner = state.databases[database].users[user]
    let lifetime = try PermissionToken.lifetime(call.request)
    let list = owner.permissions.map { permission in
      PermissionToken(permission, state, database, user).json(moment, lifetime: lifetime)
    }
    return (owner, list)
  }

  static func readPermission(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let (database, user, slot) = try state.permission(call)
    let permission = state.databases[database].users[user].permissions[slot]
    return try reply(
      .ok, permission, call, state, moment, try PermissionToken.lifetime(call.request))
  }

  static func replacePermission(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let place = try state.permission(call)
    let body = try PermissionBody(call)
    let others = state.databases[place.database].users[place.user].permissions.enumerated()
      .filter { $0.offset != place.permission }
    guard !others.contains(where: { BytewiseString($0.element.id) == BytewiseString(body.id) })
    else { throw .resourceExists }
    return try replace(place, by: body, call, &state, moment)
  }

  private static func replace(
    _ place: (database: Int, user: Int, permission: Int), by body: PermissionBody, _ call: Call,
    _ state: inout CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let (database, user, slot) = place
    let lifetime = try PermissionToken.lifetime(call.request)
    var permission = state.databases[database].users[user].permissions[slot]
    let stamp = state.stamp(moment)
    permission.tag = stamp.tag
    permission.seconds = stamp.seconds
    permission.id = body.id
    permission.mode = body.mode
    permission.resource = body.resource
    permission.partitionKey = body.partitionKey
    state.databases[database].users[user].permissions[slot] = permission
    return try reply(.ok, permission, call, state, moment, lifetime)
  }

  static func deletePermission(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let (database, user, slot) = try state.permission(call)
    state.databases[database].users[user].permissions.remove(at: slot)
    return CosmosReply.deleted(charge: "2")
  }

  private static func reply(
    _ status: HTTPResponse.Status, _ permission: Permission, _ call: Call, _ state: CosmosState,
    _ moment: Moment, _ lifetime: Int64
  ) throws(Fault) -> Response {
    let (database, user) = try state.user(call)
    let token = PermissionToken(permission, state, database, user)
    return CosmosReply.resource(status, token.json(moment, lifetime: lifetime))
  }
}

extension CosmosState {
  /// Returns the indexes of the permission in a request's path, of its user and of the database.
  fileprivate func permission(
    _ call: Call
  ) throws(Fault) -> (database: Int, user: Int, permission: Int) {
    let (database, user) = try user(call)
    let permissions = databases[database].users[user].permissions
    let name = call["permission"]
    let found =
      permissions.firstIndex { BytewiseString($0.id) == BytewiseString(name) }
      ?? permissions.firstIndex { $0.rid.text == name }
    guard let found else { throw .noResource }
    return (database, user, found)
  }
}

/// The body of a request that creates or replaces a permission.
struct PermissionBody {
  let id: String
  let mode: PermissionMode
  let resource: String
  let partitionKey: JSON?

  init(_ call: Call) throws(Fault) {
    let body = try RequestJSON.object(call.request, within: call.budget)
    id = try ResourceName.read(body)
    guard let mode = body["permissionMode"]?.string.flatMap(PermissionMode.init) else {
      throw .badPermission.filled(["problem": "permissionMode must be Read or All"])
    }
    guard let resource = body["resource"]?.string, resource.hasPrefix("dbs/") else {
      throw .badPermission.filled(["problem": "resource must be a link such as dbs/x/colls/y"])
    }
    self.mode = mode
    self.resource = resource
    partitionKey = body["resourcePartitionKey"]
  }
}

/// A permission with a resource token, which a client sends to make use of the permission.
struct PermissionToken {
  private let permission: Permission
  private let state: CosmosState
  private let database: Int
  private let user: Int

  init(_ permission: Permission, _ state: CosmosState, _ database: Int, _ user: Int) {
    self.permission = permission
    self.state = state
    self.database = database
    self.user = user
  }

  /// Returns the lifetime of the resource tokens in the response to a request, in seconds.
  static func lifetime(_ request: Request) throws(Fault) -> Int64 {
    guard let text = request.value(of: .msExpirySeconds) else { return 3600 }
    guard let seconds = Int64(text), (10...18_000).contains(seconds) else {
      throw .badPermission.filled([
        "problem": "x-ms-documentdb-expiry-seconds must be from 10 to 18000"
      ])
    }
    return seconds
  }

  /// Returns the permission in its JSON form in responses, including the token.
  func json(_ moment: Moment, lifetime: Int64) -> JSONObject {
    let owner = state.databases[database]
    let rid = permission.rid.text
    var key = permission.partitionKey ?? .null
    if let array = key.array, array.count == 1 { key = array[0] }
    let token = CosmosResourceToken(
      expiry: moment.seconds + lifetime, mode: permission.mode.mode, partitionKey: key,
      resource: permission.resource)
    var object: JSONObject = [
      "id": .string(permission.id), "permissionMode": .string(permission.mode.text),
      "resource": .string(permission.resource),
    ]
    if let partition = permission.partitionKey { object["resourcePartitionKey"] = partition }
    object["_rid"] = .string(rid)
    object["_self"] = .string(
      "\(owner.link)users/\(owner.users[user].rid.text)/permissions/\(rid)/")
    object["_etag"] = .string(permission.tag)
    object["_ts"] = .integer(permission.seconds)
    object["_token"] = .string(token.text(signedWith: state.configuration.tokenKey))
    return object
  }
}
