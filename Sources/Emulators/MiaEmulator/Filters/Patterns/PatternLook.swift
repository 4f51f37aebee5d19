/// What a regular expression asks for ahead or behind of a position.
struct PatternLook: Sendable {
  let program: PatternProgram
  let isAhead: Bool
  let isNegated: Bool

  /// Whether it is as asked for.
  func holds(at position: Int, in text: [UInt32]) -> Bool {
    var run = PatternRun(program, text)
    let isThere = isAhead ? run.isFound(at: position) : run.isFound(upTo: position)
    return isThere != isNegated
  }
}
