/// When clients may set a field (A8).
enum EditMode: String, Sendable {
  /// On create and on update.
  case editable = "E"
  /// On create only.
  case notEditable = "NE"
  /// On update only.
  case notOnCreate = "NC"

  var allowsCreate: Bool { self != .notOnCreate }
  var allowsUpdate: Bool { self != .notEditable }
}
