import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Users of a database (B19).
extension CosmosBackend {
  static func createUser(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let position = try state.database(call)
    let id = try ResourceName.read(try RequestJSON.object(call.request, within: call.budget))
    try ResourceName.check(id)
    guard !state.databases[position].users.contains(where: { ExactText($0.id) == ExactText(id) })
    else {
      throw .resourceExists
    }
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
    try ResourceName.check(id)
    for (position, other) in state.databases[database].users.enumerated()
    where position != user && ExactText(other.id) == ExactText(id) {
      throw .resourceExists
    }
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

extension CosmosState {
  /// Where the user is that a path names.
  func user(_ call: Call) throws(Fault) -> (database: Int, user: Int) {
    let database = try database(call)
    guard let user = databases[database].position(ofUser: call["user"]) else {
      throw .noResource
    }
    return (database, user)
  }
}
