/// What became of the user whose credentials are kept.
struct RestoredUser: Sendable {
  /// The user; `nil` where none is kept.
  var user: MKUser?
  /// Whether the server could not be asked.
  var isUnchecked = false
}
