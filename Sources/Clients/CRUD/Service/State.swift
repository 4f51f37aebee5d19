/// The publication state of an object: public, draft, trash or deleted.
///
/// Requests that do not name states find only public objects.
/// ``Post/syncChangeState(id:newState:)`` changes an object's state.
///
/// - Source: protocol reference A13 and C7.
public enum State: String, Codable, Sendable, CaseIterable {
  /// The object is visible to every reader.
  case pub = "PUBLIC"
  /// The object is not published yet.
  case draft = "DRAFT"
  /// The object is in the trash, from which it can become a draft again.
  case trash = "TRASH"
  /// The object is marked as deleted, but the service still has it.
  case deleted = "DELETED"
}

extension [State] {
  /// The states as the value of the query parameter `_st`, such as `PUBLIC,DRAFT`.
  var text: String { map(\.rawValue).joined(separator: ",") }
}
