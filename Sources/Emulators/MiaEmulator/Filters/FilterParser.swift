import GhostlightCore
import GhostlightEmulation

/// Parses the filter language of the CRUD service and of BaaS up to 3 (A6, B4).
struct FilterParser: Sendable {
  /// The types and indexes of the collection's fields.
  ///
  /// With `nil`, any name is accepted as a field, and values are not converted.
  let schema: FilterSchema?
  /// Whether `$nor` and `$not` are allowed.
  let negation: Bool
  /// The version of the CRUD service whose operators are allowed; `nil` for no restriction.
  let line: CRUDCompatibility?
  /// The budget for compiling regular expressions.
  let budget: WorkBudget
  /// The nesting depth: the number of conditions that enclose the condition to parse.
  private let depth: Int

  /// The maximum nesting depth of conditions.
  ///
  /// Each level of conditions uses two of the 100 levels that MongoDB allows in a document.
  static let deepest = 50

  init(
    schema: FilterSchema?, negation: Bool = false, line: CRUDCompatibility? = nil,
    within budget: WorkBudget = .unlimited, depth: Int = 0
  ) {
    self.schema = schema
    self.negation = negation
    self.line = line
    self.budget = budget
    self.depth = depth
  }

  /// Returns a parser for nested conditions.
  ///
  /// If `knowsFields` is `false`, that parser accepts any name as a field.
  ///
  /// - Throws: An error if the conditions are nested too deep.
  func inner(knowsFields: Bool = true) throws(FilterError) -> FilterParser {
    guard depth < Self.deepest else {
      throw .database("Exceeded depth limit of \(Self.deepest) conditions within conditions")
    }
    return FilterParser(
      schema: knowsFields ? schema : nil, negation: negation, line: knowsFields ? line : nil,
      within: budget, depth: depth + 1)
  }

  /// Parses the filter in an object.
  ///
  /// - Throws: An error for the first invalid member.
  func parse(_ object: JSONObject) throws(FilterError) -> Filter {
    var parts: [Filter] = []
    for member in object.members { parts.append(try part(member.key, member.value)) }
    if parts.count == 1 { return parts[0] }
    return .and(parts)
  }

  private func part(_ name: String, _ value: JSON) throws(FilterError) -> Filter {
    switch name {
    case "$and": return .and(try list(name, value))
    case "$or":
      let branches = try list(name, value)
      try checkText(branches)
      guard !branches.contains(where: { $0.near != nil }) else {
        throw .database("geo $near must be top-level expr")
      }
      return .or(branches)
    case "$nor" where negation: return .nor(try list(name, value))
    case "$text" where schema != nil: return .text(try text(value))
    default:
      guard !name.hasPrefix("$") else { throw .language("Unknown operator: \(name)") }
      let path = FilterPath(name)
      return .field(path, try conditions(on: value, at: path))
    }
  }

  private func list(_ name: String, _ value: JSON) throws(FilterError) -> [Filter] {
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

  /// Checks that if one branch of an `$or` contains `$text`, all other branches have an index, as
  /// the database requires.
  private func checkText(_ branches: [Filter]) throws(FilterError) {
    guard let schema, branches.contains(where: \.hasText) else { return }
    for branch in branches where !branch.hasText {
      guard case .field(let path, _) = branch, schema.isIndexed(path.root) else {
        throw .database(
          "Failed to produce a solution for TEXT under OR - other non-TEXT clauses under OR have "
            + "to be indexed as well.")
      }
    }
  }

  private func text(_ value: JSON) throws(FilterError) -> TextSearch {
    guard case .object(let options) = value, let search = options["$search"]?.string else {
      throw .language("$text search query [object Object] must include $search field")
    }
    var words = TextWords()
    let index = schema?.textOptions ?? TextIndexOptions()
    var language = index.language
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
      default: throw .language("Unknown option for $text search query: \(member.key)")
      }
    }
    let fields = schema?.textFields ?? []
    guard !fields.isEmpty else { throw .database("text index required for $text query") }
    return TextSearch(
      search, words: words, fields: fields, language: language, options: index)
  }

  private func conditions(
    on value: JSON, at path: FilterPath
  ) throws(FilterError) -> [FilterCondition] {
    guard let schema else { return try open(value, of: nil) }
    guard let typed = line == .six ? path.withoutDigits : path,
      schema.kind(of: typed.root) != nil
    else { throw .language("Unknown field: \(path.text)") }
    guard let kind = schema.kind(at: typed), !kind.isOpen else {
      return try open(value, of: schema.kind(at: typed))
    }
    guard case .object(let operators) = value else {
      return [.equals(try FilterValue.convert(value, to: kind))]
    }
    if operators.isEmpty { return [.equals(value)] }
    return try self.operators(operators, of: kind)
  }

  /// Parses the condition for an array, an object or a field of unknown type: an object of
  /// operators, or a value to equal.
  private func open(_ value: JSON, of kind: FieldKind?) throws(FilterError) -> [FilterCondition] {
    guard case .object(let operators) = value, let first = operators.members.first,
      first.key.hasPrefix("$") || (line != nil && kind == nil)
    else { return [.equals(value)] }
    return try self.operators(operators, of: line == nil ? nil : kind)
  }
}

extension FilterParser {
  /// The maximum number of elements in the list of `$in`, `$nin` or `$all`.
  static let longestList = 10_000

  /// Parses an object of operators; the result is the list of conditions that must all hold.
  func operators(
    _ operators: JSONObject, of kind: FieldKind?
  ) throws(FilterError) -> [FilterCondition] {
    var conditions: [FilterCondition] = []
    for member in operators.members {
      if let line, !line.supports(member.key) { throw unsupported(member.key, nil) }
      if let line, let kind, !line.supports(member.key, for: kind) {
        throw unsupported(member.key, kind)
      }
      if member.key == "$options" {
        guard operators["$regex"] != nil else { throw .database("$options needs a $regex") }
        continue
      }
      if member.key == "$regex" {
        let pattern = try pattern(member.value, operators["$options"])
        // The database does not treat dates and ids as strings, so a regular expression never
        // matches them.
        let isText = kind != .date && kind != .objectID
        conditions.append(isText ? .pattern(pattern) : .isOneOf([]))
        continue
      }
      conditions.append(try condition(member.key, member.value, of: kind))
    }
    return conditions
  }

  private func condition(
    _ name: String, _ value: JSON, of kind: FieldKind?
  ) throws(FilterError) -> FilterCondition {
    switch name {
    case "$eq": return .equals(try FilterValue.convert(value, to: kind))
    case "$ne": return .notEquals(try FilterValue.convert(value, to: kind))
    case "$gt": return .greater(try FilterValue.convert(value, to: kind))
    case "$gte": return .greaterOrEqual(try FilterValue.convert(value, to: kind))
    case "$lt": return .less(try FilterValue.convert(value, to: kind))
    case "$lte": return .lessOrEqual(try FilterValue.convert(value, to: kind))
    case "$in": return .isOneOf(try list(name, value, of: kind))
    case "$nin": return .isNoneOf(try list(name, value, of: kind))
    case "$all": return try all(value, of: kind)
    case "$exists": return .exists(FilterValue.isTrue(value))
    case "$not" where negation: return .not(try negated(value))
    case "$elemMatch", "$size": return try arrayCondition(name, value, of: kind)
    case "$nearSphere":
      // Only the CRUD service has this operator, for points and for fields of unknown type.
      guard schema != nil, kind == nil || kind == .geoPoint else { throw unsupported(name, kind) }
      return .near(try near(value))
    default: throw .language("Unsupported operator: \(name)")
    }
  }

  private func unsupported(_ name: String, _ kind: FieldKind?) -> FilterError {
    guard let kind else { return .language("Unsupported operator: \(name)") }
    return .language("Unsupported operator: \(name) for \(kind.rawValue) field")
  }

  private func list(
    _ name: String, _ value: JSON, of kind: FieldKind?
  ) throws(FilterError) -> [JSON] {
    guard case .array(let elements) = value else { throw .database("\(name) needs an array") }
    guard elements.count <= Self.longestList else {
      throw .database("\(name) takes at most \(Self.longestList) values")
    }
    var values: [JSON] = []
    for element in elements { values.append(try FilterValue.convert(element, to: kind)) }
    return values
  }

  private func all(_ value: JSON, of kind: FieldKind?) throws(FilterError) -> FilterCondition {
    var conditions: [FilterCondition] = []
    for element in try list("$all", value, of: kind) {
      if kind == nil || kind == .array, let match = element["$elemMatch"] {
        conditions.append(try arrayCondition("$elemMatch", match, of: nil))
      } else {
        conditions.append(.equals(element))
      }
    }
    return .holdsAll(conditions)
  }

  private func negated(_ value: JSON) throws(FilterError) -> [FilterCondition] {
    guard case .object(let inner) = value, !inner.isEmpty else {
      throw .database("$not needs a regex or a document")
    }
    return try self.inner().operators(inner, of: nil)
  }

  private func arrayCondition(
    _ name: String, _ value: JSON, of kind: FieldKind?
  ) throws(FilterError) -> FilterCondition {
    guard kind == nil || kind == .array else { throw unsupported(name, kind) }
    if name == "$size" {
      guard let number = value.number, number >= 0, let size = Int(exactly: number) else {
        throw .database("Failed to parse $size. Expected a non-negative number in: $size: \(value)")
      }
      return .size(size)
    }
    guard case .object(let inner) = value else { throw .database("$elemMatch needs an Object") }
    // The types of the elements are unknown, even if the array itself has a definition.
    let free = try self.inner(knowsFields: false)
    let logical = ["$and", "$or", "$nor"]
    if let first = inner.members.first, first.key.hasPrefix("$"), !logical.contains(first.key) {
      return .anyElementValue(try free.operators(inner, of: nil))
    }
    return .anyElement(try free.parse(inner))
  }

  private func pattern(
    _ value: JSON, _ options: JSON?
  ) throws(FilterError) -> FilterPattern {
    guard case .string(let pattern) = value else { throw .database("$regex has to be a string") }
    guard let options else { return try FilterPattern(pattern, options: "", within: budget) }
    guard case .string(let letters) = options else {
      throw .database("$options has to be a string")
    }
    return try FilterPattern(pattern, options: letters, within: budget)
  }

  private func near(_ value: JSON) throws(FilterError) -> NearSphere {
    guard case .object(let options) = value, let from = options["from"]?.array, from.count >= 2,
      let longitude = from[0].number, let latitude = from[1].number,
      abs(longitude) <= 180, abs(latitude) <= 90
    else { throw .language("$nearSphere needs a from of longitude and latitude") }
    var ring = NearSphere(longitude: longitude, latitude: latitude)
    for member in options.members where member.key != "from" {
      if let distance = member.value.number, distance < 0 {
        throw .database("\(member.key) must be non-negative")
      }
      switch (member.key, member.value.number) {
      case ("minDistance", let distance?): ring.minimum = distance
      case ("maxDistance", let distance?): ring.maximum = distance
      default: throw .language("Unsupported operator: \(member.key) for $nearSphere")
      }
    }
    return ring
  }
}
