import GhostlightCore

/// A filter of the Mongo language, parsed.
indirect enum Filter: Sendable {
  /// All hold; without any, every document matches.
  case and([Filter])
  /// One holds.
  case or([Filter])
  /// None holds.
  case nor([Filter])
  /// All conditions hold of the values at a path.
  case field(FilterPath, [FilterCondition])
  /// The words are found in the fields of the text index.
  case text(TextSearch)
}
