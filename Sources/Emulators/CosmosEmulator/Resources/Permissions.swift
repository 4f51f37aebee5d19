import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Permissions, each answered with a fresh resource token (B19).
extension CosmosBackend {
  static func createPermission(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let (database, user) = try state.user(call)
    let body = try PermissionBody(try RequestJSON.object(call.request, within: call.budget))
    let owned = state.databases[database].users[user].permissions
    let isTaken = owned.contains {
      ExactText($0.id) == ExactText(body.id) || ExactText($0.resource) == ExactText(body.resource)
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
    let (database, user) = try state.user(call)
    let owner = state.databases[database].users[user]
    let lifetime = try PermissionToken.lifetime(call.request)
    let list = owner.permissions.map { permission in
      JSON.object(
        PermissionToken(permission, state, database, user).json(moment, lifetime: lifetime))
    }
    return try ResourcePage(call).response("Permissions", list, rid: owner.rid.text)
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
    let (database, user, slot) = try state.permission(call)
    let body = try PermissionBody(try RequestJSON.object(call.request, within: call.budget))
    let lifetime = try PermissionToken.lifetime(call.request)
    var permission = state.databases[database].users[user].permissions[slot]
    guard ExactText(permission.id) == ExactText(body.id) else { throw .nameChange }
    let stamp = state.stamp(moment)
    permission.tag = stamp.tag
    permission.seconds = stamp.seconds
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
  /// Where the permission is that a path names.
  fileprivate func permission(
    _ call: Call
  ) throws(Fault) -> (database: Int, user: Int, permission: Int) {
    let (database, user) = try user(call)
    let permissions = databases[database].users[user].permissions
    let name = call["permission"]
    let found =
      permissions.firstIndex { ExactText($0.id) == ExactText(name) }
      ?? permissions.firstIndex { $0.rid.text == name }
    guard let found else { throw .noResource }
    return (database, user, found)
  }
}
