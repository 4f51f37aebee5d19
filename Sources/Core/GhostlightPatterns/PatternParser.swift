/// Reads regular expressions: what is common of PCRE, without back references, atomic groups,
/// possessive quantifiers and conditions, which no machine decides in bounded time.
struct PatternParser {
  /// The scalars of the expression.
  let source: [Unicode.Scalar]
  var position = 0
  var options: PatternOptions
  private var depth = 0
  private var looks = 0

  /// The deepest that groups may stand in groups.
  static let deepest = 100

  init(_ pattern: String, _ options: PatternOptions) {
    source = Array(pattern.unicodeScalars)
    self.options = options
  }

  /// Reads the whole expression.
  mutating func parse() throws(PatternProblem) -> PatternNode {
    let node = try choice()
    guard position == source.count else { throw PatternProblem("unmatched closing parenthesis") }
    return node
  }

  /// The scalar that comes next, or `nil` at the end.
  var next: Unicode.Scalar? { position < source.count ? source[position] : nil }

  /// Takes a text if it comes next.
  mutating func take(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard position + scalars.count <= source.count,
      source[position..<position + scalars.count].elementsEqual(scalars)
    else { return false }
    position += scalars.count
    return true
  }

  /// Alternatives, up to the end or a closing parenthesis.
  private mutating func choice() throws(PatternProblem) -> PatternNode {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternProblem) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if skipSpace() { continue }
      if take("\\Q") {
        nodes += literal()
      } else if let node = try piece(scalar) {
        nodes.append(try quantified(node))
      }
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  /// Skips a blank or a comment, where they mean nothing.
  mutating func skipSpace() -> Bool {
    guard options.isSpaced, let scalar = next else { return false }
    if scalar == "#" {
      skip(to: "\n")
      return true
    }
    guard ScalarSet.space.contains(scalar.value) else { return false }
    position += 1
    return true
  }

  /// Skips what stands before a scalar, or all that is left where it does not come.
  private mutating func skip(to end: Unicode.Scalar) {
    while let scalar = next, scalar != end { position += 1 }
  }

  /// What stands between `\Q` and `\E`, as it is.
  private mutating func literal() -> [PatternNode] {
    var nodes: [PatternNode] = []
    while let scalar = next, !take("\\E") {
      nodes.append(one(scalar))
      position += 1
    }
    return nodes
  }

  /// One scalar.
  func one(_ scalar: Unicode.Scalar) -> PatternNode {
    .scalar(cased(ScalarSet(scalar.value...scalar.value)))
  }

  /// A set with the letter i as it stands.
  func cased(_ set: ScalarSet) -> ScalarSet {
    var set = set
    set.ignoresCase = options.ignoresCase
    return set
  }

  /// What one piece stands for; nothing for options and comments.
  private mutating func piece(_ scalar: Unicode.Scalar) throws(PatternProblem) -> PatternNode? {
    position += 1
    switch scalar {
    case "(":
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.deepest else { throw PatternProblem("groups stand too deep") }
      return try group()
    case "[": return .scalar(cased(try characterClass()))
    case "\\": return try escape()
    case ".": return .scalar(options.dotIsAll ? .all : .withinLine)
    case "^": return .place(options.hasLines ? .lineStart : .textStart)
    case "$": return .place(options.hasLines ? .lineEnd : .textEnd)
    case "*", "+", "?": throw PatternProblem("quantifier does not follow a repeatable item")
    default: return one(scalar)
    }
  }

  /// What is in parentheses, the opening one taken.
  private mutating func group() throws(PatternProblem) -> PatternNode? {
    if take("?#") {
      skip(to: ")")
      try close()
      return nil
    }
    let outer = options
    let kind = try GroupKind(&self)
    if kind == .options { return nil }
    let inner = try choice()
    options = outer
    try close()
    switch kind {
    case .plain, .options: return inner
    case .look(let isAhead, let isNegated):
      looks += 1
      return .look(inner, number: looks, isAhead: isAhead, isNegated: isNegated)
    }
  }

  private mutating func close() throws(PatternProblem) {
    guard take(")") else { throw PatternProblem("missing closing parenthesis") }
  }
}
