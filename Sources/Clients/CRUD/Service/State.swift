/// Where an object stands between draft and deletion.
///
/// Only public objects are seen by requests that name no states.
///
/// - Source: protocol reference A13 and C7.
public enum State: String, Codable, Sendable, CaseIterable {
  /// Seen by everybody.
  case pub = "PUBLIC"
  /// Not yet public.
  case draft = "DRAFT"
  /// Thrown away; may be taken back.
  case trash = "TRASH"
  /// Deleted, yet kept by the service.
  case deleted = "DELETED"
}

extension [State] {
  /// The states as the service reads them: `PUBLIC,DRAFT`.
  var text: String { map(\.rawValue).joined(separator: ",") }
}
