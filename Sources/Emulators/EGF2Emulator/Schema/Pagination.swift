/// How pages are cut (A10).
struct Pagination: Sendable, Hashable {
  /// What cursors are.
  enum Mode: String, Sendable {
    /// Positions, the newest link being 0.
    case index
    /// Ids of objects.
    case object
  }

  /// How many results a page has that was asked for without a count.
  var defaultCount = 25
  /// The greatest count that may be asked for.
  var maxCount = 50
  var mode = Mode.index
}
