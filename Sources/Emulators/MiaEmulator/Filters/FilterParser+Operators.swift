import GhostlightCore

extension FilterParser {
  /// The most values of `$in`, `$nin` and `$all`.
  static let longestList = 10_000

  /// Reads an object of operators, all of which must hold.
  func operators(
    _ operators: JSONObject, of kind: FieldKind?
  ) throws(FilterProblem) -> [FilterCondition] {
    var conditions: [FilterCondition] = []
    for member in operators.members {
      if member.key == "$options" {
        guard operators["$regex"] != nil else { throw .database("$options needs a $regex") }
        continue
      }
      if member.key == "$regex" {
        conditions.append(.pattern(try pattern(member.value, operators["$options"])))
        continue
      }
      conditions.append(try condition(member.key, member.value, of: kind))
    }
    return conditions
  }

  private func condition(
    _ name: String, _ value: JSON, of kind: FieldKind?
  ) throws(FilterProblem) -> FilterCondition {
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
      // Of the CRUD service alone, and there also where nothing is known of the field.
      guard schema != nil, kind == nil || kind == .geoPoint else { throw unsupported(name, kind) }
      return .near(try near(value))
    default: throw .language("Unsupported operator: \(name)")
    }
  }

  private func unsupported(_ name: String, _ kind: FieldKind?) -> FilterProblem {
    guard let kind else { return .language("Unsupported operator: \(name)") }
    return .language("Unsupported operator: \(name) for \(kind.rawValue) field")
  }

  private func list(
    _ name: String, _ value: JSON, of kind: FieldKind?
  ) throws(FilterProblem) -> [JSON] {
    guard case .array(let elements) = value else { throw .database("\(name) needs an array") }
    guard elements.count <= Self.longestList else {
      throw .database("\(name) takes at most \(Self.longestList) values")
    }
    var values: [JSON] = []
    for element in elements { values.append(try FilterValue.convert(element, to: kind)) }
    return values
  }

  private func all(_ value: JSON, of kind: FieldKind?) throws(FilterProblem) -> FilterCondition {
    var conditions: [FilterCondition] = []
    for element in try list("$all", value, of: kind) {
      if kind == nil, let match = element["$elemMatch"] {
        conditions.append(try arrayCondition("$elemMatch", match, of: nil))
      } else {
        conditions.append(.equals(element))
      }
    }
    return .holdsAll(conditions)
  }

  private func negated(_ value: JSON) throws(FilterProblem) -> [FilterCondition] {
    guard case .object(let inner) = value, !inner.isEmpty else {
      throw .database("$not needs a regex or a document")
    }
    return try self.inner().operators(inner, of: nil)
  }

  private func arrayCondition(
    _ name: String, _ value: JSON, of kind: FieldKind?
  ) throws(FilterProblem) -> FilterCondition {
    guard kind == nil else { throw unsupported(name, kind) }
    if name == "$size" {
      guard let number = value.number, number >= 0, let size = Int(exactly: number) else {
        throw .database("Failed to parse $size. Expected a non-negative number in: $size: \(value)")
      }
      return .size(size)
    }
    guard case .object(let inner) = value else { throw .database("$elemMatch needs an Object") }
    // Of the elements nothing is known, whatever the array's own definition says.
    let free = try self.inner(knowsFields: false)
    let logical = ["$and", "$or", "$nor"]
    if let first = inner.members.first, first.key.hasPrefix("$"), !logical.contains(first.key) {
      return .anyElementValue(try free.operators(inner, of: nil))
    }
    return .anyElement(try free.parse(inner))
  }

  private func pattern(
    _ value: JSON, _ options: JSON?
  ) throws(FilterProblem) -> FilterPattern {
    guard case .string(let pattern) = value else { throw .database("$regex has to be a string") }
    guard let options else { return try FilterPattern(pattern, options: "", within: budget) }
    guard case .string(let letters) = options else {
      throw .database("$options has to be a string")
    }
    return try FilterPattern(pattern, options: letters, within: budget)
  }

  private func near(_ value: JSON) throws(FilterProblem) -> NearSphere {
    guard case .object(let options) = value, let from = options["from"]?.array, from.count >= 2,
      let longitude = from[0].number, let latitude = from[1].number,
      abs(longitude) <= 180, abs(latitude) <= 90
    else { throw .language("$nearSphere needs a from of longitude and latitude") }
    var ring = NearSphere(longitude: longitude, latitude: latitude)
    for member in options.members where member.key != "from" {
      switch (member.key, member.value.number) {
      case ("minDistance", let distance?): ring.minimum = distance
      case ("maxDistance", let distance?): ring.maximum = distance
      default: throw .language("Unsupported operator: \(member.key) for $nearSphere")
      }
    }
    return ring
  }
}
