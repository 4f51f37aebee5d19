extension PatternParser {
  /// What is in brackets, the opening one taken.
  mutating func characterClass() throws(PatternProblem) -> ScalarSet {
    var set = ScalarSet()
    let isNegated = take("^")
    var isFirst = true
    while isFirst || next != "]" {
      isFirst = false
      guard next != nil else { throw PatternProblem("missing terminating ] for character class") }
      switch try classItem() {
      case .set(let part): set.add(part)
      case .one(let start):
        guard let end = try rangeEnd() else {
          set.add(start.value...start.value)
          continue
        }
        guard start.value <= end.value else {
          throw PatternProblem("range out of order in character class")
        }
        set.add(start.value...end.value)
      }
    }
    position += 1
    set.isNegated = isNegated
    return set
  }

  /// The upper end of a range that has begun; a dash before the bracket stands for itself.
  private mutating func rangeEnd() throws(PatternProblem) -> Unicode.Scalar? {
    let start = position
    guard take("-"), next != "]", next != nil else {
      position = start
      return nil
    }
    guard case .one(let end) = try classItem() else {
      position = start
      return nil
    }
    return end
  }

  private mutating func classItem() throws(PatternProblem) -> EscapedItem {
    if take("[:") { return .set(try named()) }
    if take("\\b") { return .one("\u{08}") }
    if take("\\") { return try escaped() }
    guard let scalar = next else {
      throw PatternProblem("missing terminating ] for character class")
    }
    position += 1
    return .one(scalar)
  }

  /// `[:alpha:]` and `[:^alpha:]`.
  private mutating func named() throws(PatternProblem) -> ScalarSet {
    let isNegated = take("^")
    var name = ""
    while let scalar = next, ScalarSet.word.contains(scalar.value) {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard take(":]"), let set = ScalarSet.named[name] else {
      throw PatternProblem("unknown POSIX class name")
    }
    return isNegated ? set.negated : set
  }
}
