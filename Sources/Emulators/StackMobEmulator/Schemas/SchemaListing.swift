import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `listapi` (A13), which describes the schemas for Ruby and .NET clients.
extension StackMobBackend {
  static func listAPI(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    var listing = JSONObject()
    for name in state.schemas.keys.sorted() {
      guard let schema = state.schemas[name] else { continue }
      try call.budget.spend(schema.fieldCount, times: 8)
      listing.append(name, ["properties": .object(properties(of: schema))])
    }
    return .json(.ok, .object(listing))
  }

  private static func properties(of schema: Schema) -> JSONObject {
    var properties = JSONObject()
    for field in schema.fields where field.type != .password {
      var entry = description(of: field.type)
      entry["title"] = .string(field.name)
      if field.name == schema.primaryKey { entry["identity"] = true }
      properties.append(field.name, .object(entry))
    }
    return properties
  }

  /// Returns the JSON description of a field type.
  ///
  /// - Source: A13: the members that an importer of 2014 read; assumption: `format`, and the
  ///   element type of an array that has never had an element.
  private static func description(of type: FieldType) -> JSONObject {
    switch type {
    case .scalar(let scalar): ["type": .string(jsonType(scalar))]
    case .array(let element):
      ["type": "array", "items": ["type": .string(jsonType(element ?? .string))]]
    case .relationship(let schema, false): ["type": "string", "$ref": .string(schema)]
    case .relationship(let schema, true):
      [
        "type": "array", "$ref": .string(schema),
        "items": ["type": "string", "$ref": .string(schema)],
      ]
    case .geopoint:
      [
        "type": "object", "format": "geopoint",
        "properties": ["lat": ["type": "number"], "lon": ["type": "number"]],
      ]
    case .forgotPassword: ["type": "string", "format": "forgotpassword"]
    case .binary: ["type": "binary", "format": "binary"]
    case .password: ["type": "string", "format": "password"]
    }
  }

  private static func jsonType(_ type: ScalarType) -> String {
    type == .float ? "number" : type.rawValue
  }
}
