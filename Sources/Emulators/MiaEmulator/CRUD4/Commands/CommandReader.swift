import GhostlightCore
import GhostlightEmulation

/// Parses the members of one update command, such as `$set`, of a PATCH body (A12).
struct CommandReader {
  let name: String
  let place: String
  let definition: CRUDDefinition
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
      try checkTrue(key, value)
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
      guard !value.isNull else { throw .crudNullElement }
      guard key.hasSuffix(".$.merge") else {
        return .replaceElement(try elements.checked(value, at: place))
      }
      guard elements.schema.kinds.contains(.object) else {
        throw .unknownProperty(key, at: self.place)
      }
      return .mergeElement(try merged(value, elements.schema, place))
    }
    if let field = definition.writableField(key) {
      return wrap(
        field.stored(
          try field.valueSchema.validated(value, at: "\(place)/\(key)", within: budget)))
    }
    guard let schema = definition.schema(below: FilterPath(key)) else {
      throw .unknownProperty(key, at: self.place)
    }
    return wrap(try schema.validated(value, at: "\(place)/\(key)", within: budget))
  }

  private func wrap(_ value: JSON) -> UpdateCommand.Operation {
    name == "$set" ? .set(value) : .setOnInsert(value)
  }

  /// Returns the members to merge into an array element, validated by the schema of the elements.
  ///
  /// No member is required, and no defaults are added.
  private func merged(
    _ value: JSON, _ elements: ValueSchema, _ place: String
  ) throws(Fault) -> JSONObject {
    var schema = elements
    schema.kinds = [.object]
    schema.required = []
    schema.properties = schema.properties.map { property in
      var schema = property.schema
      schema.substitute = .none
      return .init(name: property.name, schema: schema)
    }
    return try schema.validated(value, at: place, within: budget).object ?? [:]
  }

  private func isUnsettable(_ key: String) -> Bool {
    guard let field = definition.field(key) else {
      return definition.schema(below: FilterPath(key)) != nil
        && !definition.isRequired(below: FilterPath(key))
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
        definition.schema(below: FilterPath(key)).map { schema in
          schema.kinds.isEmpty || schema.kinds.contains(.number) || schema.kinds.contains(.integer)
        } ?? false
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
    let budget: WorkBudget

    func checked(_ value: JSON, at place: String) throws(Fault) -> JSON {
      let checked = try schema.validated(value, at: place, within: budget)
      return field?.storedElement(checked) ?? checked
    }
  }

  /// Returns the rules for the elements of the array at a path.
  private func elements(_ key: String, named name: String? = nil) throws(Fault) -> Elements {
    if definition.isWritable(key), let field = definition.field(key), field.kind == .array {
      return Elements(schema: field.elementSchema, field: field, budget: budget)
    }
    guard definition.field(key) == nil, let schema = definition.schema(below: FilterPath(key)),
      schema.kinds.contains(.array)
    else { throw .unknownProperty(name ?? key, at: place) }
    return Elements(schema: schema.items.first ?? ValueSchema(), field: nil, budget: budget)
  }

  func push(_ key: String, _ value: JSON) throws(Fault) -> PushedElements {
    let elements = try elements(key)
    let place = "\(place)/\(key)"
    guard case .object(let object) = value, let each = object["$each"] else {
      return PushedElements(elements: [try elements.checked(value, at: place)])
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
    guard case .object(let object) = value, let each = object["$each"] else {
      return [try elements.checked(value, at: place)]
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
      return .values([try elements.checked(value, at: place)])
    }
    if let wanted = object["$in"], object.count == 1 {
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
