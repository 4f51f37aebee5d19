import GhostlightCore
import GhostlightEmulation

@testable import EGF2Emulator

/// The types of the example application, and further types, one of which has all features of
/// fields.
enum GraphTypes {
  static let thing: JSON = [
    "code": "14", "GET": "any", "POST": "any", "PUT": "any", "DELETE": "any", "volatile": true,
    "fields": [
      "title": ["type": "string", "min": 2, "max": "4", "edit_mode": "E"],
      "email": ["type": "string", "validator": "email", "unique": true, "edit_mode": "E"],
      "odd": ["type": "string", "validator": "odd", "edit_mode": "E"],
      "whole": ["type": "integer", "min": 1, "max": 10, "edit_mode": "E"],
      "number": ["type": "number", "min": 0.5, "max": 2.5, "edit_mode": "E"],
      "flag": ["type": "boolean", "edit_mode": "E"], "day": ["type": "date", "edit_mode": "E"],
      "owner": ["type": "object_id", "object_types": ["user", "post"], "edit_mode": "E"],
      "other": ["type": "object_id", "object_types": ["any"], "edit_mode": "E"],
      "inner": [
        "type": "struct", "edit_mode": "E",
        "schema": [
          "name": ["type": "string", "required": true],
          "kind": ["type": "string", "default": "plain"],
          "owner": ["type": "object_id", "object_types": ["user"]],
          "post": ["type": "object_id", "object_types": ["post"]],
        ],
      ],
      "anything": ["type": "struct", "schema": "any", "edit_mode": "E"],
      "pairs": ["type": "array:struct", "schema": "key_value", "edit_mode": "E"],
      "holders": ["type": "array:struct", "schema": "holder", "edit_mode": "E"],
      "words": [
        "type": "array:string", "min": 1, "max": 3, "enum": ["red", "green", "blue"],
        "edit_mode": "E",
      ],
      "color": ["type": "string", "enum": ["red", "green"], "default": "red", "edit_mode": "E"],
      "strange": ["type": "money", "edit_mode": "E"],
      "fixed": ["type": "string", "edit_mode": "NE"],
      "later": ["type": "string", "edit_mode": "NC"], "never": ["type": "string"],
      "code": ["type": "integer", "unique": true, "edit_mode": "E"],
    ],
    "edges": ["things": ["contains": ["thing"], "GET": "any", "LINK": "any", "DELETE": "any"]],
  ]

  /// A type with a field whose automatic value is unknown.
  static let broken: JSON = [
    "code": "15", "POST": "any",
    "fields": ["a": ["type": "string", "auto_value": "moon.phase"]],
  ]

  /// A type with fields whose automatic values come from the edge's source.
  static let note: JSON = [
    "code": "16", "GET": "self,admin_role", "POST": "self", "PUT": "self", "DELETE": "admin_role",
    "fields": [
      "user": ["type": "object_id", "object_types": ["user"], "edit_mode": "E"],
      "topic": ["type": "string", "auto_value": "src.text"],
      "source": ["type": "string", "auto_value": "src.id"],
    ],
  ]

  static let json: JSON = {
    var graph = EGF2Configuration.example["graph"]?.object ?? [:]
    graph["thing"] = thing
    graph["broken"] = broken
    graph["note"] = note
    var schemas = graph["custom_schemas"]?.object ?? [:]
    schemas["holder"] = ["owner": ["type": "object_id", "object_types": ["user"]]]
    graph["custom_schemas"] = .object(schemas)
    var post = graph["post"]?.object ?? [:]
    var edges = post["edges"]?.object ?? [:]
    edges["notes"] = [
      "contains": ["note", "broken"], "GET": "registered_user", "POST": "registered_user",
    ]
    post["edges"] = .object(edges)
    graph["post"] = .object(post)
    return ["graph": .object(graph), "session_lifetime": 3600]
  }()

  static let configuration = read(json)

  /// The same types in a configuration whose cursors are object ids.
  static let withObjectCursors: EGF2Configuration = {
    var graph = json["graph"]?.object ?? [:]
    graph["pagination"] = [
      "default_count": 25, "max_count": 50, "pagination_mode": "object",
    ]
    return read(["graph": .object(graph)])
  }()

  static func read(_ json: JSON) -> EGF2Configuration {
    do throws(ConfigurationError) { return try EGF2Configuration(json) } catch {
      preconditionFailure(error.description)
    }
  }
}
