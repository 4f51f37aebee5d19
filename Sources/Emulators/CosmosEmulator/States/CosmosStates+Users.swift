import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Users and permissions, made as a client with the master key makes them.
extension CosmosStates {
  func user(
    _ state: inout CosmosState, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let position = try database(&state, moment)
    let (database, user) = (state.databases[position].id, try string("user"))
    if state.databases[position].position(ofUser: user) == nil {
      let call = Call(
        request: .json(.post, "/", ["id": .string(user)]), captures: ["db": database])
      _ = try refusing { () throws(Fault) in
        try CosmosBackend.createUser(call, &state, &moment)
      }
    }
    let slot = state.databases[position].position(ofUser: user)
    return ["rid": slot.map { .string(state.databases[position].users[$0].rid.text) } ?? .null]
  }

  func permission(
    _ state: inout CosmosState, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    _ = try user(&state, &moment)
    var body: JSONObject = [
      "id": .string(try string("permission")),
      "permissionMode": .string(parameters["mode"]?.string ?? "All"),
      "resource": .string(try string("resource")),
    ]
    if let key = parameters["partitionKey"] { body["resourcePartitionKey"] = [key] }
    let call = Call(
      request: .json(.post, "/", .object(body)),
      captures: ["db": try string("database"), "user": try string("user")])
    let response = try refusing { () throws(Fault) in
      try CosmosBackend.createPermission(call, &state, &moment)
    }
    return ["token": response.json?["_token"] ?? .null, "rid": response.json?["_rid"] ?? .null]
  }
}
