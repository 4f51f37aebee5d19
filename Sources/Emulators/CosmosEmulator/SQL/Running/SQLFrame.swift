import GhostlightCore

/// What an expression sees while it is evaluated.
struct SQLFrame {
  /// The values of the sources; slot 0 is the document.
  var slots: [JSON?]
  /// The results of the aggregates of the group.
  var aggregates: [JSON?] = []
  /// The values of the group's keys.
  var groupKeys: [JSON?] = []
}
