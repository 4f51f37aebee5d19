extension PatternParser {
  /// The most that a quantifier may count to.
  private static let greatestCount = 1_000

  /// The node with the quantifier that follows, if there is one.
  mutating func quantified(_ node: PatternNode) throws(PatternProblem) -> PatternNode {
    while skipSpace() {}
    var bounds: (minimum: Int, maximum: Int?)
    if take("*") {
      bounds = (0, nil)
    } else if take("+") {
      bounds = (1, nil)
    } else if take("?") {
      bounds = (0, 1)
    } else if let counted = try counts() {
      bounds = counted
    } else {
      return node
    }
    // Whether as much or as little as can be makes no difference to whether something is found.
    _ = take("?")
    guard next != "+" else { throw PatternProblem("possessive quantifiers are not supported") }
    if case .place = node { bounds.minimum = min(bounds.minimum, 1) }
    var repeated = PatternNode.repeated(node, minimum: bounds.minimum, maximum: bounds.maximum)
    var levels = 1
    // What is repeated may be repeated again, by braces.
    while let again = try counts() {
      _ = take("?")
      guard next != "+" else { throw PatternProblem("possessive quantifiers are not supported") }
      levels += 1
      guard levels <= Self.deepest else { throw PatternProblem("groups stand too deep") }
      repeated = .repeated(repeated, minimum: again.minimum, maximum: again.maximum)
    }
    return repeated
  }

  /// The bounds in braces; braces around something else stand for themselves.
  private mutating func counts() throws(PatternProblem) -> (minimum: Int, maximum: Int?)? {
    let start = position
    guard take("{"), let minimum = number() else {
      position = start
      return nil
    }
    var maximum: Int? = minimum
    if take(",") { maximum = number() }
    guard take("}") else {
      position = start
      return nil
    }
    guard max(minimum, maximum ?? 0) <= Self.greatestCount else {
      throw PatternProblem("number too big in {} quantifier")
    }
    if let maximum, maximum < minimum {
      throw PatternProblem("numbers out of order in {} quantifier")
    }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ScalarSet.digit.contains(scalar.value) {
      value = min((value ?? 0) * 10 + Int(scalar.value - 48), Self.greatestCount + 1)
      position += 1
    }
    return value
  }
}
