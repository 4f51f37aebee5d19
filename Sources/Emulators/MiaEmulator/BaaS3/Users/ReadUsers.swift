import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Handlers that read users as items of the collection `users`, which requires a session (B6, E37).
extension MiaBackend {
  static func listUsers(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    _ = try signedIn(call)
    return try listItems(call, state, moment)
  }

  static func countUsers(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    _ = try signedIn(call)
    return try countItems(call, state, moment)
  }

  static func readUser(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    _ = try signedIn(call)
    return try readItem(call, state, moment)
  }

  /// Returns the caller's own item, or an empty response without a session.
  ///
  /// The request counts as a use of the session, so it changes the state.
  static func readOwnUser(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let id = call.sessionUserID, let user = state.accounts.users[id] else {
      return Response(.noContent)
    }
    return BaaSEnvelope.json(.object(user))
  }

  /// Returns the id of the signed-in user who sent the request.
  ///
  /// - Throws: A refusal if the request has no session.
  static func signedIn(_ call: Call) throws(Fault) -> String {
    guard let id = call.sessionUserID else { throw .baasUnauthorized }
    return id
  }
}
