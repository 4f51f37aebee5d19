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
    // Closures that capture `self` would copy the complete reader.
    let place = place
    if let array = Self.arrayName(key) {
      let place = "\(place)/\(key)"
      let elements = try self.elements(array, named: key)
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
    let place = place
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

extension JSON {
  /// Whether JavaScript treats the value as false.
  var isFalsy: Bool {
    switch self {
    case .null, .bool(false), .string(""): true
    default: number == 0
    }
  }
}
