/// What a regular expression asks for ahead or behind of a position.
struct PatternLook: Sendable {
  /// The first of its steps; those of a look ahead are to be followed backwards.
  var start = 0
  let isAhead: Bool
  let isNegated: Bool
}
