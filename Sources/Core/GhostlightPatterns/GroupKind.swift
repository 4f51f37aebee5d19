/// What a group of a regular expression is, by what follows its parenthesis.
enum GroupKind: Sendable, Hashable {
  /// A part of the expression, with a number, a name or neither.
  case plain
  /// What must stand ahead or behind, or must not.
  case look(isAhead: Bool, isNegated: Bool)
  /// Letters for what follows, and no group.
  case options

  /// Takes what says the kind; letters are put into the parser's options.
  init(_ parser: inout PatternParser) throws(PatternProblem) {
    self = .plain
    guard parser.take("?") else { return }
    if parser.take(":") { return }
    if parser.take("=") {
      self = .look(isAhead: true, isNegated: false)
    } else if parser.take("!") {
      self = .look(isAhead: true, isNegated: true)
    } else if parser.take("<=") {
      self = .look(isAhead: false, isNegated: false)
    } else if parser.take("<!") {
      self = .look(isAhead: false, isNegated: true)
    } else if parser.take("P<") || parser.take("<") {
      try Self.takeName(&parser, upTo: ">")
    } else if parser.take("'") {
      try Self.takeName(&parser, upTo: "'")
    } else {
      try takeLetters(&parser)
    }
  }

  private static func takeName(
    _ parser: inout PatternParser, upTo end: String
  ) throws(PatternProblem) {
    var isEmpty = true
    while let scalar = parser.next, ScalarSet.word.contains(scalar.value) {
      parser.position += 1
      isEmpty = false
    }
    guard !isEmpty, parser.take(end) else { throw PatternProblem("a group's name is malformed") }
  }

  /// `(?i)`, `(?-i)` and `(?i:…)`.
  private mutating func takeLetters(_ parser: inout PatternParser) throws(PatternProblem) {
    var flag = true
    while let scalar = parser.next, scalar != ")", scalar != ":" {
      parser.position += 1
      if scalar == "-", flag {
        flag = false
      } else if !parser.options.set(Character(scalar), flag) {
        throw PatternProblem("unrecognized character after (?")
      }
    }
    if parser.take(")") {
      self = .options
    } else if !parser.take(":") {
      throw PatternProblem("missing closing parenthesis")
    }
  }
}
