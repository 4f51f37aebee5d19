import GhostlightCore
import GhostlightEmulation

/// Reads the members of one command (A12).
struct CommandReader {
  let name: String
  let place: String
  let definition: CRUDDefinition
  let budget: WorkBudget

  /// The array of `array.$.replace` and `array.$.merge`, or `nil` for any other name.
  static func arrayName(_ key: String) -> String? {
    for ending in [".$.replace", ".$.merge"] where key.hasSuffix(ending) {
      return String(key.dropLast(ending.utf8.count))
    }
    return nil
  }

  /// Reads what the command does to one path.
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
    let place = "\(place)/\(key)"
    if let array = Self.arrayName(key) {
      guard let field = definition.field(array), field.kind == .array else {
        throw .unknownProperty(key, at: self.place)
      }
      guard !value.isNull else { throw .crudNullElement }
      guard key.hasSuffix(".$.merge") else {
        let checked = try field.elementSchema.validated(value, at: place, within: budget)
        return .replaceElement(field.storedElement(checked))
      }
      guard field.items == .rawObject else { throw .unknownProperty(key, at: self.place) }
      return .mergeElement(try merged(value, field, place))
    }
    if definition.isWritable(key), let field = definition.field(key) {
      return wrap(field.stored(try field.valueSchema.validated(value, at: place, within: budget)))
    }
    guard let schema = definition.schema(below: FilterPath(key)) else {
      throw .unknownProperty(key, at: self.place)
    }
    return wrap(try schema.validated(value, at: place, within: budget))
  }

  private func wrap(_ value: JSON) -> UpdateCommand.Operation {
    name == "$set" ? .set(value) : .setOnInsert(value)
  }

  /// The members to merge: each as the schema of elements has it, none of them required or made up.
  private func merged(
    _ value: JSON, _ field: CRUDField, _ place: String
  ) throws(Fault) -> JSONObject {
    var schema = field.elementSchema
    schema.kinds = [.object]
    schema.required = []
    for index in schema.properties.indices { schema.properties[index].schema.substitute = .none }
    return try schema.validated(value, at: place, within: budget).object ?? [:]
  }

  private func isUnsettable(_ key: String) -> Bool {
    guard let field = definition.field(key) else {
      return definition.schema(below: FilterPath(key)) != nil
    }
    return definition.isWritable(key) && !field.isRequired
  }

  private func checkTrue(_ key: String, _ value: JSON) throws(Fault) {
    var schema = ValueSchema(.boolean)
    schema.choices = [true]
    _ = try schema.validated(value, at: "\(place)/\(key)")
  }

  private func number(_ key: String, _ value: JSON) throws(Fault) -> JSON {
    let isNumber =
      if let field = definition.field(key) {
        definition.isWritable(key) && field.kind == .number
      } else {
        definition.schema(below: FilterPath(key)).map { schema in
          schema.kinds.isEmpty || schema.kinds.contains(.number) || schema.kinds.contains(.integer)
        } ?? false
      }
    guard isNumber else { throw .unknownProperty(key, at: place) }
    return try ValueSchema(.number).validated(value, at: "\(place)/\(key)")
  }
}
