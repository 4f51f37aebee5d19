import GhostlightCore
import GhostlightEmulation

extension CommandReader {
  /// Returns the rules for the elements of the array at a path.
  func elements(_ key: String, named name: String? = nil) throws(Fault) -> ArrayElements {
    let line = line ?? .seven
    if let field = definition.writableField(key), field.kind == .array {
      let simple: [FieldKind?] = [nil, .string, .number, .boolean, .integer]
      let isSimple = simple.contains(field.items)
      let hasModifiers = line == .seven || (self.name != "$push" && isSimple)
      return ArrayElements(
        schema: field.elementSchema, field: field,
        modifiers: hasModifiers ? ModifierRules(line: line, isExclusive: line == .six) : nil,
        budget: budget)
    }
    let path = FilterPath(key)
    guard definition.field(key) == nil, let schema = definition.schema(below: path) else {
      throw .unknownProperty(name ?? key, at: place)
    }
    let exclusive =
      self.name == "$push" ? nil : ModifierRules(line: line, isExclusive: true)
    // Below `additionalProperties` the elements are not restricted.
    if schema.kinds.isEmpty, name == nil {
      return ArrayElements(schema: schema, field: nil, modifiers: exclusive, budget: budget)
    }
    guard schema.kinds.first == .array else { throw .unknownProperty(name ?? key, at: place) }
    return ArrayElements(
      schema: schema.items.first ?? ValueSchema(), field: nil,
      modifiers: path.names.contains(where: FilterPath.isPosition) ? exclusive : nil,
      budget: budget)
  }

  /// Parses the value of `$push`, whose modifiers the database interprets.
  ///
  /// - Source: MongoDB 6, src/mongo/db/update/push_node.cpp, the words of its refusals.
  func push(_ key: String, _ value: JSON) throws(Fault) -> PushedElements {
    let value = try elements(key).operand(value, at: "\(place)/\(key)")
    guard case .object(let object) = value, let each = object["$each"] else {
      return PushedElements(elements: [value])
    }
    guard case .array(let values) = each else {
      throw .database(
        "The argument to $each in $push must be an array but it was of type: \(Self.type(each))")
    }
    var pushed = PushedElements(elements: values)
    for member in object.members where member.key != "$each" {
      switch member.key {
      case "$position":
        pushed.position = try integer(
          member.value, "The value for $position must be an integer value, not of type: ")
      case "$slice":
        pushed.slice = try integer(
          member.value, "The value for $slice must be an integer value but was given type: ")
      case "$sort":
        if case .object(let order) = member.value {
          for key in order.members {
            pushed.order.append(
              MongoSort.Key(key.key, descending: key.value.number == -1))
          }
        } else {
          guard let order = member.value.number, abs(order) == 1 else {
            throw .database(
              "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort "
                + "embedded fields")
          }
          pushed.sortsElements = order == -1
        }
      default: throw .database("Unrecognized clause in $push: \(member.key)")
      }
    }
    return pushed
  }

  /// Parses the value of `$addToSet`.
  ///
  /// - Source: MongoDB 6, src/mongo/db/update/addtoset_node.cpp, the words of its refusals.
  func added(_ key: String, _ value: JSON) throws(Fault) -> [JSON] {
    let value = try elements(key).operand(value, at: "\(place)/\(key)")
    guard case .object(let object) = value, let each = object["$each"] else { return [value] }
    guard case .array(let values) = each else {
      throw .database(
        "The argument to $each in $addToSet must be an array but it was of type \(Self.type(each))")
    }
    guard object.count == 1 else {
      throw .database("Found unexpected fields after $each in $addToSet: \(value.text())")
    }
    return values
  }

  func pulled(_ key: String, _ value: JSON) throws(Fault) -> PulledElements {
    let value = try elements(key).operand(value, at: "\(place)/\(key)")
    guard case .object(let object) = value else { return .values([value]) }
    try budget.spend(walking: object)
    let parser = FilterParser(schema: nil, within: budget)
    do throws(FilterError) {
      guard object.keys.first?.hasPrefix("$") == true else {
        return .objects(try parser.parse(object).predicate)
      }
      return .matches(.anyElementValue(try parser.operators(object, of: nil)))
    } catch { throw error.fault ?? .database(error.message) }
  }

  private func integer(_ value: JSON, _ message: String) throws(Fault) -> Int {
    guard let number = value.number.flatMap({ Int(exactly: $0) }) else {
      throw .database(message + Self.type(value))
    }
    return number
  }

  /// Returns the database's name of a value's type.
  private static func type(_ value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool: "bool"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    case .integer, .double, .decimal: value.integer == nil ? "double" : "int"
    }
  }
}
