import GhostlightCore
import GhostlightEmulation

/// The filter in an element of a bulk request, which selects the document to change (A10).
struct BulkFilter {
  private var parts: [Filter] = []
  private var states: [String]?

  /// Creates a filter from `_id`, conditions on fields and, unless the request changes states, `_q`
  /// and `_st`.
  ///
  /// - Source: crud-service 7.2.5, lib/JSONSchemaGenerator.js, `generatePatchBulkJSONSchema` and
  ///   `generateChangeStateManyJSONSchema`.
  init(
    _ value: JSON?, _ target: CRUDTarget, at place: String, changesState: Bool,
    within budget: WorkBudget
  ) throws(Fault) {
    states = changesState ? nil : ["PUBLIC"]
    for member in value?.object?.members ?? [] {
      switch member.key {
      case "_q" where !changesState:
        let text = try ValueSchema(.string).validated(member.value, at: "\(place)/_q")
        guard text != "" else { continue }
        parts.append(try CRUDFilterText.parse(text.string ?? "", target, within: budget))
      case "_st" where !changesState:
        let text = try ValueSchema(.string).validated(member.value, at: "\(place)/_st")
        states = try DocumentState.words(text.string ?? "", at: "\(place)/_st")
      default:
        let schema =
          try changesState
          ? Self.schemaOfStates(member.key, target.definition)
          : Self.schema(member.key, target.definition, at: place)
        try budget.spend(4)
        let checked = try schema.validated(
          member.value, at: "\(place)/\(member.key)", within: budget)
        // The service reads the checked members like a filter, so that an array is compared with
        // the elements of a stored array.
        parts.append(
          try CRUDFilterText.filter([member.key: checked], target, within: budget))
      }
    }
  }

  /// Returns the schema of a member in the filter of `PATCH C/bulk`.
  ///
  /// - Throws: ``Fault/crudUnknownProperty`` if the filter may not have the member.
  private static func schema(
    _ name: String, _ definition: CRUDDefinition, at place: String
  ) throws(Fault) -> ValueSchema {
    if let field = definition.field(name) {
      guard field.kind.isParameter, name != "__STATE__" else {
        throw .unknownProperty(name, at: place)
      }
      return field.valueSchema
    }
    // This member is a string in the service's schema, and afterwards not a field.
    if name == "_rawp" { return ValueSchema(.string) }
    guard let schema = definition.schema(below: FilterPath(name)) else {
      throw .unknownProperty(name, at: place)
    }
    guard schema.kinds.first == .array, let element = schema.items.first else { return schema }
    var either = ValueSchema()
    either.alternatives = [schema, element]
    return either
  }

  /// Returns the schema of a member in the filter of `POST C/state`, which may have any member.
  private static func schemaOfStates(_ name: String, _ definition: CRUDDefinition) -> ValueSchema {
    guard let field = definition.field(name), name != "__STATE__" else {
      return definition.schema(below: FilterPath(name)) ?? ValueSchema()
    }
    let isChecked =
      field.kind != .geoPoint && (field.kind != .array || field.items == .rawObject)
    return isChecked ? field.valueSchema : ValueSchema()
  }

  /// Returns the documents that match the filter and that the caller may access.
  func selection(_ rows: Filter?) -> CRUDSelection {
    CRUDSelection(filter: .and(parts), rows: rows, states: states)
  }
}

/// Functions that parse the bodies of the two bulk routes whose elements have filters.
enum BulkElements {
  /// Returns the elements of the body, after checking that there is at least one, and that each has
  /// a filter and a member `name`.
  ///
  /// If `allowsOthers` is `true`, other members are ignored.
  static func pairs(
    _ call: Call, with name: String, _ schema: ValueSchema, allowsOthers: Bool = false
  ) throws(Fault) -> [JSON] {
    var element = ValueSchema(.object)
    element.required = ["filter", name]
    element.allowsOthers = allowsOthers
    element.properties = [
      .init(name: "filter", schema: ValueSchema(.object)), .init(name: name, schema: schema),
    ]
    var list = ValueSchema(.array)
    list.minimumItems = 1
    list.items = [element]
    return try CRUDBody.json(call, list).array ?? []
  }
}
