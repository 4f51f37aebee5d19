import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `GET C/schema`: returns the schema of a collection's documents (A4).
  static func readSchema(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let target = try CRUDTarget(call, state)
    return .json(
      .ok, .object(target.definition.documentSchema(target.line, isAfterUse: target.line == .six)))
  }

  /// Handles `GET /-/schemas`: returns the names and schemas of all collections.
  ///
  /// - Source: crud-service 7.2.5, lib/helpersRoutes.js.
  static func listSchemas(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let line = state.configuration.crudCompatibility
    let format = try ExportFormat(call.request, usual: .array)
    let schemas = state.crud.collections.map { collection -> JSONObject in
      [
        "name": .string(collection.definition.name),
        "schema": .object(collection.definition.documentSchema(line)),
      ]
    }
    return try format.response(
      schemas, names: ["name", "schema"], CSVOptions(line), within: call.budget)
  }

  /// Handles `GET /-/healthz` and similar routes: reports that the service is up (A4).
  ///
  /// - Source: crud-service 7.2.5, package.json.
  static func readStatus(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let version = state.configuration.crudCompatibility == .seven ? "7.2.5" : "6.10.4"
    return .json(
      .ok,
      ["name": "@mia-platform/crud-service", "version": .string(version), "status": "OK"])
  }
}

extension CRUDDefinition {
  /// Returns the schema of a document, in the service's form.
  ///
  /// If `isAfterUse` is `true`, null is the first type of arrays: the serializer of version 6.x
  /// sorts the types of the schema that it has in common with the route of a collection.
  ///
  /// - Source: crud-service 6.10.4 and 7.2.5, lib/JSONSchemaGenerator.js,
  ///   `generateGetItemJSONSchema`, and tap-snapshots/tests/getSchemas.test.js.test.cjs.
  func documentSchema(_ line: CRUDCompatibility, isAfterUse: Bool = false) -> JSONObject {
    var properties: JSONObject = [:]
    for name in columns {
      guard let field = field(name) else { continue }
      var schema = field.publicSchema
      if isAfterUse, let types = schema["type"]?.array, types.contains(.string("null")) {
        schema["type"] = .array(["null"] + types.filter { $0 != "null" })
      }
      properties[name] = .object(schema)
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if line == .seven { schema["required"] = .array(insertion.required.map(JSON.string)) }
    return schema
  }
}

extension CRUDField {
  /// The example of a date in the service's schemas.
  private static let exampleDate: JSON = "1997-04-24T07:00:00.000Z"

  /// The field's schema in the service's form.
  fileprivate var publicSchema: JSONObject {
    var schema = kind == .array ? arrayShape : Self.shape(of: kind, objects)
    if let description = json?["description"]?.string, !description.isEmpty {
      schema["description"] = .string(description)
    }
    if isNullable { schema["nullable"] = true }
    return schema
  }

  /// The JSON Schema of the objects in the definition.
  private var objects: JSON? {
    guard isOfJSONSchema else {
      return kind == .array ? json?["items"]?["schema"] : json?["schema"]
    }
    return kind == .array ? json?["items"] : json
  }

  private var arrayShape: JSONObject {
    guard let items else { return ["type": "array"] }
    var element = Self.shape(of: items, objects)
    if isNullable { element["nullable"] = true }
    var list: JSONObject = ["type": "array", "items": .object(element)]
    if isNullable { list["nullable"] = true }
    var types: [JSON] = ["array", element["type"] ?? .null]
    if isNullable { types.append("null") }
    return ["type": .array(types), "anyOf": [.object(list), .object(element)]]
  }

  private static func shape(of kind: FieldKind, _ objects: JSON?) -> JSONObject {
    switch kind {
    case .objectID:
      return [
        "type": "string",
        "description": "Hexadecimal identifier of the document in the collection",
        "pattern": #"^[a-fA-F\d]{24}$"#, "example": "000000000000000000000000",
      ]
    case .date: return ["type": "string", "example": exampleDate, "nullable": false]
    case .geoPoint: return ["type": "array", "items": ["type": "number"]]
    case .rawObject:
      var shape: JSONObject = [
        "type": "object", "additionalProperties": objects?["additionalProperties"] ?? true,
      ]
      for name in ["properties", "required"] { shape[name] = objects?[name] }
      return shape
    default: return ["type": .string(kind == .array ? "array" : kind.rawValue)]
    }
  }
}
