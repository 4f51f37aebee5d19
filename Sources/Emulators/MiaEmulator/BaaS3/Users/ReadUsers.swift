import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Users as items of the collection `users`: readable with a session only (B6, E37).
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

  /// The caller's own item; nothing without a session.
  ///
  /// Asking is a use of the session, hence a change.
  static func readOwnUser(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let id = call.sessionUserID, let user = state.accounts.users[id] else {
      return Response(.noContent)
    }
    return BaaSEnvelope.json(.object(user))
  }

  /// The id of the user who calls.
  ///
  /// - Throws: That nobody is signed in.
  static func signedIn(_ call: Call) throws(Fault) -> String {
    guard let id = call.sessionUserID else { throw .baasUnauthorized }
    return id
  }
}
