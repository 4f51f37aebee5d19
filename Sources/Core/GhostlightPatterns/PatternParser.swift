/// A parser for regular expressions in the most common parts of PCRE's syntax.
///
/// Back references, atomic groups, possessive quantifiers and conditions are not supported, because
/// they cannot be matched in bounded time.
struct PatternParser {
  let source: [Unicode.Scalar]
  var position = 0
  var options: PatternOptions
  private var depth = 0
  private var looks = 0

  /// The maximum depth of nested groups.
  static let deepest = 100

  init(_ pattern: String, _ options: PatternOptions) {
    source = Array(pattern.unicodeScalars)
    self.options = options
  }

  mutating func parse() throws(PatternError) -> PatternNode {
    let node = try choice()
    guard position == source.count else { throw PatternError("unmatched closing parenthesis") }
    return node
  }

  /// The next scalar, or `nil` at the end of the expression.
  var next: Unicode.Scalar? { position < source.count ? source[position] : nil }

  /// Skips a string if it comes next; returns whether it did.
  mutating func consume(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard position + scalars.count <= source.count,
      source[position..<position + scalars.count].elementsEqual(scalars)
    else { return false }
    position += scalars.count
    return true
  }

  /// Parses alternatives, up to the end of the expression or a closing parenthesis.
  private mutating func choice() throws(PatternError) -> PatternNode {
    var branches = [try sequence()]
    while consume("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if skipSpace() { continue }
      if consume("\\Q") {
        var quoted = literal()
        // A quantifier after `\E` repeats the last character.
        if let last = quoted.popLast() { quoted.append(try quantified(last)) }
        nodes += quoted
      } else if let node = try piece(scalar) {
        nodes.append(try quantified(node))
      }
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  /// Skips a white-space character or a comment if the option `x` is set; returns whether it did.
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

  /// Skips to a scalar, or to the end of the expression if the scalar does not occur.
  private mutating func skip(to end: Unicode.Scalar) {
    while let scalar = next, scalar != end { position += 1 }
  }

  /// Parses the literal text between `\Q` and `\E`.
  private mutating func literal() -> [PatternNode] {
    var nodes: [PatternNode] = []
    while let scalar = next, !consume("\\E") {
      nodes.append(one(scalar))
      position += 1
    }
    return nodes
  }

  /// Returns a node that matches `scalar`, regardless of case if the option `i` is set.
  func one(_ scalar: Unicode.Scalar) -> PatternNode {
    .scalar(cased(ScalarSet(scalar.value...scalar.value)))
  }

  /// Returns `set` with its `ignoresCase` set to the option `i`.
  func cased(_ set: ScalarSet) -> ScalarSet {
    var set = set
    set.ignoresCase = options.ignoresCase
    return set
  }

  /// Parses the element of a sequence that begins with `scalar`; returns `nil` for option settings
  /// and comments.
  private mutating func piece(_ scalar: Unicode.Scalar) throws(PatternError) -> PatternNode? {
    position += 1
    switch scalar {
    case "(":
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.deepest else { throw PatternError("groups are nested too deep") }
      return try group()
    case "[": return .scalar(cased(try characterClass()))
    case "\\": return try escape()
    case ".": return .scalar(options.dotIsAll ? .all : .withinLine)
    case "^": return .place(options.hasLines ? .lineStart : .textStart)
    case "$": return .place(options.hasLines ? .lineEnd : .textEnd)
    case "*", "+", "?": throw PatternError("quantifier does not follow a repeatable item")
    default: return one(scalar)
    }
  }

  /// Parses a group whose opening parenthesis has been read.
  private mutating func group() throws(PatternError) -> PatternNode? {
    if consume("?#") {
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

  private mutating func close() throws(PatternError) {
    guard consume(")") else { throw PatternError("missing closing parenthesis") }
  }
}

/// The kind of a group, which the characters after its opening parenthesis determine.
enum GroupKind: Sendable, Hashable {
  /// A capturing or non-capturing group, which is matched as part of the expression.
  case plain
  /// A lookaround: an expression that must match, or must not match, before or after a position.
  case look(isAhead: Bool, isNegated: Bool)
  /// Option settings for the rest of the enclosing group, such as `(?i)`.
  case options

  /// Parses the kind of a group; option settings are stored in the parser.
  init(_ parser: inout PatternParser) throws(PatternError) {
    self = .plain
    guard parser.consume("?") else { return }
    if parser.consume(":") { return }
    if parser.consume("=") {
      self = .look(isAhead: true, isNegated: false)
    } else if parser.consume("!") {
      self = .look(isAhead: true, isNegated: true)
    } else if parser.consume("<=") {
      self = .look(isAhead: false, isNegated: false)
    } else if parser.consume("<!") {
      self = .look(isAhead: false, isNegated: true)
    } else if parser.consume("P<") || parser.consume("<") {
      try Self.parseName(&parser, upTo: ">")
    } else if parser.consume("'") {
      try Self.parseName(&parser, upTo: "'")
    } else {
      try parseLetters(&parser)
    }
  }

  private static func parseName(
    _ parser: inout PatternParser, upTo end: String
  ) throws(PatternError) {
    var isEmpty = true
    while let scalar = parser.next, ScalarSet.word.contains(scalar.value) {
      parser.position += 1
      isEmpty = false
    }
    guard !isEmpty, parser.consume(end) else { throw PatternError("a group's name is malformed") }
  }

  /// Parses option letters, as in `(?i)`, `(?-i)` and `(?i:…)`.
  private mutating func parseLetters(_ parser: inout PatternParser) throws(PatternError) {
    var flag = true
    while let scalar = parser.next, scalar != ")", scalar != ":" {
      parser.position += 1
      if scalar == "-", flag {
        flag = false
      } else if !parser.options.set(Character(scalar), flag) {
        throw PatternError("unrecognized character after (?")
      }
    }
    if parser.consume(")") {
      self = .options
    } else if !parser.consume(":") {
      throw PatternError("missing closing parenthesis")
    }
  }
}

extension PatternParser {
  /// The maximum count of a quantifier.
  private static let greatestCount = 1_000

  /// Parses a quantifier after a node; returns the node unchanged if there is none.
  mutating func quantified(_ node: PatternNode) throws(PatternError) -> PatternNode {
    while skipSpace() {}
    var bounds: (minimum: Int, maximum: Int?)
    if consume("*") {
      bounds = (0, nil)
    } else if consume("+") {
      bounds = (1, nil)
    } else if consume("?") {
      bounds = (0, 1)
    } else if let counted = try counts() {
      bounds = counted
    } else {
      return node
    }
    // A lazy quantifier matches the same strings as a greedy one, so its `?` is skipped.
    _ = consume("?")
    guard next != "+" else { throw PatternError("possessive quantifiers are not supported") }
    if case .place = node { bounds.minimum = min(bounds.minimum, 1) }
    var repeated = PatternNode.repeated(node, minimum: bounds.minimum, maximum: bounds.maximum)
    var levels = 1
    // A quantifier in braces may follow another quantifier.
    while let again = try counts() {
      _ = consume("?")
      guard next != "+" else { throw PatternError("possessive quantifiers are not supported") }
      levels += 1
      guard levels <= Self.deepest else { throw PatternError("groups are nested too deep") }
      repeated = .repeated(repeated, minimum: again.minimum, maximum: again.maximum)
    }
    return repeated
  }

  /// Parses a quantifier such as `{2,5}`; other braces are ordinary characters.
  private mutating func counts() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
    let start = position
    guard consume("{"), let minimum = number() else {
      position = start
      return nil
    }
    var maximum: Int? = minimum
    if consume(",") { maximum = number() }
    guard consume("}") else {
      position = start
      return nil
    }
    guard max(minimum, maximum ?? 0) <= Self.greatestCount else {
      throw PatternError("number too big in {} quantifier")
    }
    if let maximum, maximum < minimum {
      throw PatternError("numbers out of order in {} quantifier")
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

struct PatternLookaround: Sendable {
  /// The index of the lookaround's first step; the steps of a lookahead match backwards.
  var start = 0
  let isAhead: Bool
  let isNegated: Bool
}

/// A parsed regular expression.
indirect enum PatternNode: Sendable {
  case scalar(ScalarSet)
  case place(PatternPlace)
  /// The nodes in order; empty for an empty expression.
  case sequence([PatternNode])
  case choice([PatternNode])
  /// A node that is repeated from `minimum` to `maximum` times; `nil` for no upper limit.
  case repeated(PatternNode, minimum: Int, maximum: Int?)
  /// A lookaround: its expression must match, or must not match, before or after the position.
  ///
  /// `number` is unique in the expression.
  case look(PatternNode, number: Int, isAhead: Bool, isNegated: Bool)
}
