/// The state of an object between draft and deletion.
///
/// Requests that name no states find public objects only. ``Post/syncChangeState(id:newState:)``
/// changes a state by one step.
///
/// - Source: protocol reference A13 and C7.
public enum State: String, Codable, Sendable, CaseIterable {
  /// The object is visible to every reader.
  case pub = "PUBLIC"
  /// The object is not published yet.
  case draft = "DRAFT"
  /// The object is in the trash.
  ///
  /// It can become a draft again.
  case trash = "TRASH"
  /// The object is marked as deleted, but the service keeps it.
  case deleted = "DELETED"
}

extension [State] {
  /// The states in the form of the `_st` parameter, such as `PUBLIC,DRAFT`.
  var text: String { map(\.rawValue).joined(separator: ",") }
}
