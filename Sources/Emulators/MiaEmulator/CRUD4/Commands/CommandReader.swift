import GhostlightCore
import GhostlightEmulation

/// Parses the members of one update command, such as `$set`, of a PATCH body (A12).
struct CommandReader {
  let name: String
  let place: String
  let definition: CRUDDefinition
  /// The version of the service whose rules apply; `nil` for what any version allows.
  let line: CRUDCompatibility?
  let budget: WorkBudget

  /// Returns the array's name in `array.$.replace` and `array.$.merge`, or `nil` for other names.
  static func arrayName(_ key: String) -> String? {
    for ending in [".$.replace", ".$.merge"] where key.hasSuffix(ending) {
      return String(key.dropLast(ending.utf8.count))
    }
    return nil
  }

  /// Parses the command for one path, and returns the change that it makes.
  func read(_ key: String, _ value: JSON) throws(Fault) -> UpdateCommand.Operation {
    switch name {
    case "$set", "$setOnInsert": return try set(key, value)
    case "$unset":
      guard isUnsettable(key) else { throw .unknownProperty(key, at: place) }
      if !definition.isBelowOpenObject(FilterPath(key)) { try checkTrue(key, value) }
      return .unset
    case "$inc": return .increment(try number(key, value))
    case "$mul": return .multiply(try number(key, value))
    case "$currentDate":
      guard definition.isWritable(key), definition.field(key)?.kind == .date else {
        throw .unknownProperty(key, at: place)
      }
      try checkTrue(key, value)
      return .currentDate
    case "$push": return .push(try push(key, value))
    case "$addToSet": return .addToSet(try added(key, value))
    default: return .pull(try pulled(key, value))
    }
  }

  private func set(_ key: String, _ value: JSON) throws(Fault) -> UpdateCommand.Operation {
    if let array = Self.arrayName(key) {
      let place = "\(place)/\(key)"
      let elements = try elements(array, named: key)
      guard !value.isFalsy else { throw .crudNullElement }
      guard key.hasSuffix(".$.merge") else {
        return .replaceElement(try elements.checked(value, at: place))
      }
      guard elements.schema.kinds.contains(.object) else {
        throw .unknownProperty(key, at: self.place)
      }
      return .mergeElement(
        try merged(value, elements.schema, isField: elements.field != nil, place))
    }
    if let field = definition.writableField(key) {
      let checked = try field.valueSchema.validated(
        value, at: "\(place)/\(key)", within: budget)
      try checkArray(checked, field)
      return wrap(field.stored(checked))
    }
    let path = FilterPath(key)
    if let schema = definition.schema(below: path) {
      let checked = try schema.validated(value, at: "\(place)/\(key)", within: budget)
      if schema.kinds.first == .array, checked.isFalsy { throw .crudNullElement }
      return wrap(checked)
    }
    guard definition.isBelowOpenObject(path) else { throw .unknownProperty(key, at: self.place) }
    return wrap(value)
  }

  /// Rejects values of an array field that the service cannot convert.
  ///
  /// Version 7.x converts each value of an array of ids or dates as if it was one element.
  ///
  /// - Source: crud-service 7.2.5, lib/QueryParser.js, `traverseCommands`.
  private func checkArray(_ value: JSON, _ field: CRUDField) throws(Fault) {
    guard field.kind == .array else { return }
    guard !value.isFalsy else { throw .crudNullElement }
    guard line == .seven, value.string == nil else { return }
    if field.items == .objectID { throw .database("Invalid objectId") }
    if field.items == .date { throw .database("Invalid Date") }
  }

  private func wrap(_ value: JSON) -> UpdateCommand.Operation {
    name == "$set" ? .set(value) : .setOnInsert(value)
  }

  /// Returns the members to merge into an array element, validated by the schema of the elements.
  ///
  /// No member is required, and no defaults are added.
  private func merged(
    _ value: JSON, _ elements: ValueSchema, isField: Bool, _ place: String
  ) throws(Fault) -> JSONObject {
    var schema = elements
    schema.kinds = [.object]
    schema.required = []
    // The service allows other members of an array field, so that a name can be a path.
    if isField { schema.allowsOthers = true }
    schema.properties = schema.properties.map { property in
      var schema = property.schema
      schema.substitute = .none
      return .init(name: property.name, schema: schema)
    }
    return try schema.validated(value, at: place, within: budget).object ?? [:]
  }

  private func isUnsettable(_ key: String) -> Bool {
    guard let field = definition.field(key) else {
      return definition.isUnsettable(below: FilterPath(key))
    }
    return definition.isWritable(key) && !field.isRequired
  }

  private func checkTrue(_ key: String, _ value: JSON) throws(Fault) {
    var schema = ValueSchema(.boolean)
    schema.choices = [true]
    _ = try schema.validated(value, at: "\(place)/\(key)")
  }

  private static let number = ValueSchema(.number)

  private func number(_ key: String, _ value: JSON) throws(Fault) -> JSON {
    let isNumber =
      if let field = definition.writableField(key) {
        field.kind == .number
      } else if definition.field(key) != nil {
        false
      } else {
        // Below `additionalProperties` any path exists for `$set`, but not for this command.
        definition.schema(below: FilterPath(key))?.kinds.first == .number
          || definition.isBelowOpenObject(FilterPath(key))
      }
    guard isNumber else { throw .unknownProperty(key, at: place) }
    return try Self.number.validated(value, at: "\(place)/\(key)")
  }
}

extension CommandReader {
  /// The rules for the elements of an array, which commands such as `$push` must follow.
  private struct Elements {
    let schema: ValueSchema
    let field: CRUDField?
    /// Whether an object of modifiers such as `$each` can take the place of an element.
    let allowsModifiers: Bool
    let budget: WorkBudget

    func checked(_ value: JSON, at place: String) throws(Fault) -> JSON {
      let checked = try schema.validated(value, at: place, within: budget)
      return field?.storedElement(checked) ?? checked
    }

    /// Returns a checked value that a command has in place of an array.
    ///
    /// The service refuses values that JavaScript treats as false, unless it does not know that the
    /// path is an array.
    ///
    /// - Source: crud-service 7.2.5, lib/QueryParser.js, `transformArrayCommands`.
    func operand(_ value: JSON, at place: String) throws(Fault) -> JSON {
      let checked = try checked(value, at: place)
      let isOpen = field == nil && schema.kinds.isEmpty
      guard isOpen || !checked.isFalsy else { throw .crudNullElement }
      return checked
    }
  }

  /// Returns the rules for the elements of the array at a path.
  ///
  /// - Source: crud-service 7.2.5, lib/JSONSchemaGenerator.js, `getArrayProperties` and
  ///   `getArrayPatternProperties`.
  private func elements(_ key: String, named name: String? = nil) throws(Fault) -> Elements {
    if let field = definition.writableField(key), field.kind == .array {
      return Elements(
        schema: field.elementSchema, field: field, allowsModifiers: true, budget: budget)
    }
    let path = FilterPath(key)
    guard definition.field(key) == nil, let schema = definition.schema(below: path) else {
      throw .unknownProperty(name ?? key, at: place)
    }
    // Below `additionalProperties` the elements are not restricted.
    if schema.kinds.isEmpty, name == nil {
      return Elements(
        schema: schema, field: nil, allowsModifiers: self.name == "$push", budget: budget)
    }
    guard schema.kinds.first == .array else { throw .unknownProperty(name ?? key, at: place) }
    let allowsModifiers =
      self.name != "$push" && path.names.contains(where: FilterPath.isPosition)
    return Elements(
      schema: schema.items.first ?? ValueSchema(), field: nil, allowsModifiers: allowsModifiers,
      budget: budget)
  }

  /// The modifiers that the service knows for elements of arrays.
  private static let modifiers = ["$", "$each", "$position", "$slice", "$sort", "$in"]

  /// Rejects an object of modifiers for an array whose elements are not restricted.
  ///
  /// The object matches both schemas of the service, of which it must match exactly one.
  private func refuseModifiers(
    _ value: JSON, _ elements: Elements, _ place: String
  ) throws(Fault) {
    guard !elements.allowsModifiers, elements.schema.kinds.isEmpty,
      let object = value.object, !object.isEmpty,
      object.members.allSatisfy({ Self.modifiers.contains($0.key) })
    else { return }
    throw .validation("\(place) must match exactly one schema in oneOf")
  }

  func push(_ key: String, _ value: JSON) throws(Fault) -> PushedElements {
    let elements = try elements(key)
    let place = "\(place)/\(key)"
    guard case .object(let object) = value, let each = object["$each"],
      elements.allowsModifiers
    else {
      return PushedElements(elements: [try elements.operand(value, at: place)])
    }
    var pushed = PushedElements(elements: try list(each, elements, "\(place)/$each"))
    for member in object.members where member.key != "$each" {
      switch member.key {
      case "$position": pushed.position = try integer(member, place)
      case "$slice": pushed.slice = try integer(member, place)
      case "$sort":
        if case .object(let order) = member.value {
          for key in order.members {
            pushed.order.append(
              MongoSort.Key(key.key, descending: key.value.number == -1))
          }
        } else {
          pushed.sortsElements = try integer(member, place) == -1
        }
      default: throw .unknownProperty(member.key, at: place)
      }
    }
    return pushed
  }

  func added(_ key: String, _ value: JSON) throws(Fault) -> [JSON] {
    let elements = try elements(key)
    let place = "\(place)/\(key)"
    try refuseModifiers(value, elements, place)
    guard case .object(let object) = value, let each = object["$each"],
      elements.allowsModifiers
    else {
      return [try elements.operand(value, at: place)]
    }
    for member in object.members where member.key != "$each" {
      throw .unknownProperty(member.key, at: place)
    }
    return try list(each, elements, "\(place)/$each")
  }

  func pulled(_ key: String, _ value: JSON) throws(Fault) -> PulledElements {
    let elements = try elements(key)
    let place = "\(place)/\(key)"
    guard case .object(let object) = value else {
      return .values([try elements.operand(value, at: place)])
    }
    try refuseModifiers(value, elements, place)
    if let wanted = object["$in"], object.count == 1, elements.allowsModifiers {
      return .values(try list(wanted, elements, "\(place)/$in"))
    }
    // A `$pull` with conditions on members is only possible for arrays of objects.
    guard elements.schema.kinds.isEmpty || elements.schema.kinds.contains(.object) else {
      return .values([try elements.checked(value, at: place)])
    }
    try budget.spend(walking: object)
    do throws(FilterError) {
      return .objects(try FilterParser(schema: nil, within: budget).parse(object).predicate)
    } catch { throw error.fault ?? .database(error.message) }
  }

  private func list(
    _ value: JSON, _ elements: Elements, _ place: String
  ) throws(Fault) -> [JSON] {
    guard case .array(let values) = value else { throw .validation("\(place) must be array") }
    var result: [JSON] = []
    for (position, value) in values.enumerated() {
      result.append(try elements.checked(value, at: "\(place)/\(position)"))
    }
    return result
  }

  private func integer(_ member: JSONObject.Member, _ place: String) throws(Fault) -> Int {
    let place = "\(place)/\(member.key)"
    let value = try ValueSchema(.integer).validated(member.value, at: place)
    guard let number = value.number.flatMap({ Int(exactly: $0) }) else {
      throw .validation("\(place) must be integer")
    }
    return number
  }
}

extension JSON {
  /// Whether JavaScript treats the value as false.
  fileprivate var isFalsy: Bool {
    switch self {
    case .null, .bool(false), .string(""): true
    default: number == 0
    }
  }
}
