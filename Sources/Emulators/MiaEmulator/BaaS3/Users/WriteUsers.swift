import GhostlightCore
import GhostlightEmulation

/// Handlers that register users, and that let users change or delete their own item (B6).
extension MiaBackend {
  /// Registers a user if the body has no id, otherwise changes the user with that id.
  ///
  /// Registration does not open a session.
  static func registerOrUpdateUser(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try ItemBody.object(call)
    if let id = try ItemBody.id(in: body) {
      return try updateUser(id, body, call, &state, &moment)
    }
    _ = try state.scope(of: .create, in: MiaState.usersName, call)
    let user = try state.accounts.register(
      body, by: call.userID, &moment, within: call.budget)
    state.mail("verification", to: user, at: moment)
    return BaaSEnvelope.json(.object(user))
  }

  static func updateUserByBody(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try ItemBody.object(call)
    guard let id = try ItemBody.id(in: body) else { throw .baasUpdateWithoutID }
    return try updateUser(id, body, call, &state, &moment)
  }

  static func updateUserByPath(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try updateUser(call["id"], try ItemBody.object(call), call, &state, &moment)
  }

  static func deleteUser(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try deleteUser(try deletedID(call), call, &state)
  }

  static func deleteUserByPath(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try deleteUser(call["id"], call, &state)
  }

  private static func updateUser(
    _ id: String, _ body: JSONObject, _ call: Call, _ state: inout MiaState,
    _ moment: inout Moment
  ) throws(Fault) -> Response {
    let userID = try checkOwn(id, .update, call, state)
    let user = try state.accounts.change(
      id, body, by: userID, &moment, within: call.budget)
    return BaaSEnvelope.json(.object(user))
  }

  private static func deleteUser(
    _ id: String, _ call: Call, _ state: inout MiaState
  ) throws(Fault) -> Response {
    _ = try checkOwn(id, .delete, call, state)
    state.accounts.remove(id)
    return BaaSEnvelope.json(["count": 1])
  }

  /// Returns the caller's id after checking that it is `id`, because users may only change their
  /// own items.
  ///
  /// - Throws: A refusal if the request has no session, the user does not exist, or the ids differ.
  private static func checkOwn(
    _ id: String, _ operation: AccessOperation, _ call: Call, _ state: MiaState
  ) throws(Fault) -> String {
    let userID = try signedIn(call)
    _ = try state.scope(of: operation, in: MiaState.usersName, call)
    guard state.accounts.users[id] != nil else { throw .baasNotFound }
    guard id == userID else { throw .baasForbidden }
    return userID
  }
}
