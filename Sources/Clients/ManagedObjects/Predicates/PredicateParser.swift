#if !canImport(CoreData)
  import Foundation

  /// Parses a predicate format to a tree of nodes.
  ///
  /// - Source: Predicate Programming Guide, "Predicate Format String Syntax".
  struct PredicateParser {
    /// A parsed part of the format, such as the contents of parentheses: a predicate or an
    /// expression.
    enum Item {
      case predicate(PredicateNode)
      case expression(PredicateExpression)
    }

    let format: String
    let arguments: [Operand]
    let rawArguments: [Any?]
    var tokens: [PredicateLexer.Place] = []
    var position = 0
    var nextArgument = 0
    private var depth = 0

    /// The maximum number of nested parentheses and operators in a format.
    private static let deepest = 200

    init(_ format: String, _ arguments: [Operand], _ rawArguments: [Any?]) {
      self.format = format
      self.arguments = arguments
      self.rawArguments = rawArguments
    }

    /// Parses the format to its end.
    mutating func parse() throws(PredicateFormatError) -> PredicateNode {
      tokens = try PredicateLexer.tokens(of: format)
      let predicate = try predicate(of: try disjunction())
      guard token == .end else { throw failure("the predicate is followed by other text") }
      return predicate
    }

    var token: PredicateLexer.Token { tokens[position].token }

    /// The current token in upper case if it is a word, otherwise `nil`.
    var word: String? { if case .word(let text) = token { text.uppercased() } else { nil } }

    func failure(_ reason: String) -> PredicateFormatError {
      PredicateFormatError(format: format, position: tokens[position].position, reason: reason)
    }

    mutating func consume(_ symbol: String) -> Bool {
      guard token == .symbol(symbol) else { return false }
      position += 1
      return true
    }

    mutating func consumeWord(_ words: String...) -> Bool {
      guard let word, words.contains(word) else { return false }
      position += 1
      return true
    }

    mutating func expect(_ symbol: String) throws(PredicateFormatError) {
      guard consume(symbol) else { throw failure("'\(symbol)' is missing") }
    }

    /// Converts a parsed part of the format to a predicate.
    ///
    /// It is `mutating` because its error has the parser's current position, which is after the
    /// part.
    mutating func predicate(of item: Item) throws(PredicateFormatError) -> PredicateNode {
      switch item {
      case .predicate(let node): return node
      case .expression(.constant(let constant)) where constant.isBoolean:
        return .constant(constant.operand == .integer(1))
      case .expression(.function(let name, let arguments)):
        // A function is a predicate if its result is a Boolean value, so the result is compared
        // with 1.
        return .comparison(
          PredicateComparison(
            left: .function(name, arguments), comparison: .equal,
            right: .constant(PredicateConstant(.integer(1), isBoolean: true))))
      case .expression: throw failure("a comparison is missing")
      }
    }

    mutating func expression(of item: Item) throws(PredicateFormatError) -> PredicateExpression {
      guard case .expression(let expression) = item else {
        throw failure("an expression is missing")
      }
      return expression
    }

    // MARK: Compounds

    mutating func disjunction() throws(PredicateFormatError) -> Item {
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.deepest else { throw failure("the format is nested too deeply") }
      let first = try conjunction()
      guard token == .symbol("||") || word == "OR" else { return first }
      var parts = [try predicate(of: first)]
      while consume("||") || consumeWord("OR") {
        parts.append(try predicate(of: try conjunction()))
      }
      return .predicate(.or(parts))
    }

    private mutating func conjunction() throws(PredicateFormatError) -> Item {
      let first = try negation()
      guard token == .symbol("&&") || word == "AND" else { return first }
      var parts = [try predicate(of: first)]
      while consume("&&") || consumeWord("AND") { parts.append(try predicate(of: try negation())) }
      return .predicate(.and(parts))
    }

    private mutating func negation() throws(PredicateFormatError) -> Item {
      var isNegated = false
      var isThere = false
      while consume("!") || consumeWord("NOT") {
        isNegated.toggle()
        isThere = true
      }
      let item = try comparison()
      guard isThere else { return item }
      let node = try predicate(of: item)
      return .predicate(isNegated ? .not(node) : node)
    }

    // MARK: Comparisons

    private mutating func comparison() throws(PredicateFormatError) -> Item {
      if consumeWord("TRUEPREDICATE") { return .predicate(.constant(true)) }
      if consumeWord("FALSEPREDICATE") { return .predicate(.constant(false)) }
      var modifier = PredicateComparison.Modifier.direct
      var isNone = false
      if consumeWord("ANY", "SOME") {
        modifier = .any
      } else if consumeWord("ALL") {
        modifier = .all
      } else if consumeWord("NONE") {
        modifier = .any
        isNone = true
      }
      let left = try additive()
      guard let comparison = parseOperator() else {
        guard modifier == .direct else { throw failure("a comparison is missing") }
        return left
      }
      var result = PredicateComparison(
        left: try expression(of: left), comparison: comparison.operator,
        right: .evaluatedObject, modifier: modifier)
      try parseOptions(&result)
      result.right = try expression(of: try additive())
      try check(result)
      var node = PredicateNode.comparison(result)
      if comparison.isNegated { node = .not(node) }
      return .predicate(isNone ? .not(node) : node)
    }

    private mutating func parseOperator() -> (
      operator: PredicateComparison.Operator, isNegated: Bool
    )? {
      let symbols: [String: PredicateComparison.Operator] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less,
        "<=": .lessOrEqual, "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
        "=>": .greaterOrEqual,
      ]
      if case .symbol(let symbol) = token, let found = symbols[symbol] {
        position += 1
        return (found, false)
      }
      let words = [
        "BETWEEN", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
      ]
      var isNegated = false
      let start = position
      if consumeWord("NOT") { isNegated = true }
      if let word, words.contains(word), let found = PredicateComparison.Operator(rawValue: word) {
        position += 1
        return (found, isNegated)
      }
      position = start
      return nil
    }

    /// Parses the options in brackets after an operator, such as `[cd]`.
    private mutating func parseOptions(
      _ comparison: inout PredicateComparison
    ) throws(PredicateFormatError) {
      guard token == .symbol("["), position + 2 < tokens.count,
        case .word(let letters) = tokens[position + 1].token,
        tokens[position + 2].token == .symbol("]")
      else { return }
      position += 1
      for letter in letters.lowercased() {
        switch letter {
        case "c": comparison.ignoresCase = true
        case "d": comparison.ignoresDiacritics = true
        case "n": comparison.isNormalized = true
        case "l": continue
        default: throw failure("the option '\(letter)' is unknown")
        }
      }
      position += 2
    }

    /// Throws if the right side is a constant of a type that the operator never accepts.
    private func check(_ comparison: PredicateComparison) throws(PredicateFormatError) {
      switch (comparison.comparison, comparison.right) {
      case (.matches, .constant(let constant)):
        guard case .text(let pattern) = constant.operand else { return }
        if PatternCache.shared.pattern(pattern, ignoresCase: false) == nil {
          throw failure("Can't do regex matching, the expression is malformed: \(pattern)")
        }
      case (.between, .aggregate(let bounds)) where bounds.count != 2:
        throw failure("BETWEEN needs two bounds")
      default: return
      }
    }
  }
#endif
