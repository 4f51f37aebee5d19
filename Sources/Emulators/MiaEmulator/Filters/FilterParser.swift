import GhostlightCore
import GhostlightEmulation

/// Reads the filter language of the CRUD service, and that of the first generation (A6, B4).
struct FilterParser: Sendable {
  /// The fields; without a schema every name is one, and nothing is converted.
  let schema: FilterSchema?
  /// Whether `$nor` and `$not` are known.
  let negation: Bool
  /// What expressions are compiled within.
  let budget: WorkBudget
  /// How many conditions this one stands in.
  private let depth: Int

  /// The deepest that conditions may stand in conditions; each is two of the hundred levels that the
  /// database's documents have.
  static let deepest = 50

  init(
    schema: FilterSchema?, negation: Bool = false, within budget: WorkBudget = .unlimited,
    depth: Int = 0
  ) {
    self.schema = schema
    self.negation = negation
    self.budget = budget
    self.depth = depth
  }

  /// The parser of conditions within this one; without fields where nothing is known of them.
  ///
  /// - Throws: That they stand too deep.
  func inner(knowsFields: Bool = true) throws(FilterProblem) -> FilterParser {
    guard depth < Self.deepest else {
      throw .database("Exceeded depth limit of \(Self.deepest) conditions within conditions")
    }
    return FilterParser(
      schema: knowsFields ? schema : nil, negation: negation, within: budget, depth: depth + 1)
  }

  /// Reads a filter.
  ///
  /// - Throws: The first problem, in the order of the members.
  func parse(_ object: JSONObject) throws(FilterProblem) -> Filter {
    var parts: [Filter] = []
    for member in object.members { parts.append(try part(member.key, member.value)) }
    if parts.count == 1 { return parts[0] }
    return .and(parts)
  }

  private func part(_ name: String, _ value: JSON) throws(FilterProblem) -> Filter {
    switch name {
    case "$and": return .and(try list(name, value))
    case "$or":
      let branches = try list(name, value)
      try checkText(branches)
      return .or(branches)
    case "$nor" where negation: return .nor(try list(name, value))
    case "$text" where schema != nil: return .text(try text(value))
    default:
      guard !name.hasPrefix("$") else { throw .language("Unknown operator: \(name)") }
      let path = FilterPath(name)
      return .field(path, try conditions(on: value, at: path))
    }
  }

  private func list(_ name: String, _ value: JSON) throws(FilterProblem) -> [Filter] {
    guard case .array(let elements) = value, !elements.isEmpty else {
      throw .database("\(name) must be a nonempty array")
    }
    var filters: [Filter] = []
    let inner = try inner()
    for element in elements {
      guard case .object(let object) = element else {
        throw .database("\(name) entries need to be full objects")
      }
      filters.append(try inner.parse(object))
    }
    return filters
  }

  /// Beside `$text` in `$or` the database asks for an index of every other branch.
  private func checkText(_ branches: [Filter]) throws(FilterProblem) {
    guard let schema, branches.contains(where: \.hasText) else { return }
    for branch in branches where !branch.hasText {
      guard case .field(let path, _) = branch, schema.isIndexed(path.root) else {
        throw .database(
          "Failed to produce a solution for TEXT under OR - other non-TEXT clauses under OR have "
            + "to be indexed as well.")
      }
    }
  }

  private func text(_ value: JSON) throws(FilterProblem) -> TextSearch {
    guard case .object(let options) = value, let search = options["$search"]?.string else {
      throw .language("$search is mandatory in $text")
    }
    var words = TextWords()
    var language = TextLanguage.english
    for member in options.members {
      switch (member.key, member.value) {
      case ("$search", _): break
      case ("$language", .string(let name)):
        guard let known = TextLanguage(name) else {
          throw .database("unsupported language: \"\(name)\" for text index version 3")
        }
        language = known
      case ("$caseSensitive", .bool(let flag)): words.isCaseSensitive = flag
      case ("$diacriticSensitive", .bool(let flag)): words.isDiacriticSensitive = flag
      default: throw .language("Unsupported operator: \(member.key) for $text")
      }
    }
    let fields = schema?.textFields ?? []
    guard !fields.isEmpty else { throw .database("text index required for $text query") }
    return TextSearch(search, words: words, fields: fields, language: language)
  }

  private func conditions(
    on value: JSON, at path: FilterPath
  ) throws(FilterProblem) -> [FilterCondition] {
    guard let schema else { return try open(value) }
    guard let kind = schema.kind(of: path.root) else {
      throw .language("Unknown field: \(path.text)")
    }
    guard path.isField, !kind.isOpen else { return try open(value) }
    guard case .object(let operators) = value else {
      return [.equals(try FilterValue.convert(value, to: kind))]
    }
    return try self.operators(operators, of: kind)
  }

  /// Where nothing is known of the field: an object of operators, or a value to be equal to.
  func open(_ value: JSON) throws(FilterProblem) -> [FilterCondition] {
    guard case .object(let operators) = value, let first = operators.members.first,
      first.key.hasPrefix("$")
    else { return [.equals(value)] }
    return try self.operators(operators, of: nil)
  }
}
