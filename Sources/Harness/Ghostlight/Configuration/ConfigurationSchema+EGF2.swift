/// The section `egf2`.
extension ConfigurationSchema {
  /// The schema of the section.
  ///
  /// The vendor's services also read the file, so it may have members that are not listed.
  static let egf2 = #"""
    {
      "description": "An unchanged client-data/config.json, or its path, optionally with the initial contents of the graph. Without graph, the types are those of the example application.",
      "type": ["object", "string"],
      "properties": {
        "graph": {
          "description": "The types, with custom_schemas, common_fields, pagination, objects.",
          "type": "object",
          "properties": {
            "custom_schemas": {"description": "Structs by name, each with its fields.", "type": "object", "additionalProperties": {"$ref": "#/$defs/egf2Fields"}},
            "common_fields": {"description": "The fields of every object.", "$ref": "#/$defs/egf2Fields"},
            "pagination": {
              "description": "The sizes of pages, and the cursors with which clients request the next one.",
              "type": "object", "additionalProperties": {},
              "properties": {
                "default_count": {"description": "The results on a page without count.", "type": "integer", "minimum": 0, "default": 25},
                "max_count": {"description": "The maximum count.", "type": "integer", "minimum": 1, "maximum": 1000000, "default": 50},
                "pagination_mode": {"description": "index: a cursor is a position. object: it is an id.", "enum": ["index", "object"], "default": "index"}
              }
            },
            "objects": {"description": "The ids of single objects, such as secret_organization.", "type": "object"}
          },
          "additionalProperties": {"$ref": "#/$defs/egf2Type"}
        },
        "session_lifetime": {"description": "The number of seconds for which a session is valid.", "type": "integer", "minimum": 1, "maximum": 3000000000, "default": 86400},
        "elastic": {"description": "The search indexes, as in the configuration of the sync service.", "type": "object"},
        "kinds": {
          "description": "The sizes of images by kind, as in the configuration of the file service.",
          "type": "object",
          "additionalProperties": {
            "type": "array",
            "items": {
              "type": "object", "required": ["height", "width"], "additionalProperties": {},
              "properties": {"height": {"type": "integer"}, "width": {"type": "integer"}}
            }
          }
        },
        "standalone_ttl": {"description": "The number of hours after which a file without references may be removed.", "type": "integer", "minimum": 0, "maximum": 1000000, "default": 24},
        "rules": {
          "description": "The rules of the logic service: a new or a removed link adds or removes further links.",
          "type": "array",
          "items": {
            "type": "object", "required": ["on", "do"], "additionalProperties": false,
            "properties": {
              "on": {"description": "The link that triggers the rule: POST or DELETE, and TYPE/EDGE.", "type": "string", "pattern": "^(POST|DELETE) [^ /]+/[^ /]+$", "examples": ["POST user/follows"]},
              "for": {"description": "The objects for which the change is made: src/EDGE, dst/EDGE or a type.", "type": "string", "examples": ["src/followers", "admin_role"]},
              "do": {"description": "The link to add or to remove, or after DELETE the object to delete; each object is src, dst or each.", "type": "string", "pattern": "^(src|dst|each)(/[^/]+/(src|dst|each))?$", "examples": ["dst/followers/src", "each/timeline/dst"]}
            }
          }
        },
        "listen": {
          "description": "The limits of the WebSocket.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "silence_seconds": {"description": "The number of seconds after which a silent client is disconnected.", "type": "integer", "minimum": 1, "maximum": 86400, "default": 35},
            "subscriptions": {"description": "The maximum number of subscriptions of a client.", "type": "integer", "minimum": 1, "maximum": 10000000, "default": 10000}
          }
        },
        "users": {"description": "The users at the start, as in the state user exists.", "type": "array", "items": {"type": "object"}},
        "objects": {"description": "The objects at the start, as in the state object exists.", "type": "array", "items": {"type": "object"}},
        "edges": {"description": "The links at the start, as in the state edge exists.", "type": "array", "items": {"type": "object"}},
        "allowed_origins": {"description": "The web pages that may use the services.", "type": "array", "items": {"type": "string"}, "default": ["*"]}
      }
    }
    """#

  /// The members of `$defs` to which the section refers.
  static let egf2Definitions = #"""
    "egf2Rule": {"description": "A list without spaces: any, registered_user, self, and names of roles. Without it, access is refused.", "type": "string", "examples": ["any", "registered_user", "self", "self,admin_role"]},
    "egf2Type": {
      "description": "An object type.",
      "type": "object", "required": ["code"], "additionalProperties": {},
      "properties": {
        "code": {"description": "The two characters at the end of the ids.", "type": "string", "minLength": 2, "maxLength": 2},
        "fields": {"$ref": "#/$defs/egf2Fields"},
        "edges": {"description": "The edges by name.", "type": "object", "additionalProperties": {"$ref": "#/$defs/egf2Edge"}},
        "GET": {"$ref": "#/$defs/egf2Rule"},
        "POST": {"$ref": "#/$defs/egf2Rule"},
        "PUT": {"$ref": "#/$defs/egf2Rule"},
        "DELETE": {"$ref": "#/$defs/egf2Rule"},
        "volatile": {"description": "Remove deleted objects, instead of marking them.", "type": "boolean", "default": false},
        "suppress_event": {"description": "Publish no events.", "type": "boolean", "default": false},
        "back_end_only": {"description": "Generate no model.", "type": "boolean", "default": false}
      }
    },
    "egf2Edge": {
      "description": "A list of links.",
      "type": "object", "required": ["contains"], "additionalProperties": {},
      "properties": {
        "contains": {"description": "The types of the objects that the edge may hold.", "type": "array", "items": {"type": "string"}},
        "GET": {"$ref": "#/$defs/egf2Rule"},
        "POST": {"description": "Creates an object on the edge.", "$ref": "#/$defs/egf2Rule"},
        "LINK": {"description": "Adds an object that exists.", "$ref": "#/$defs/egf2Rule"},
        "DELETE": {"$ref": "#/$defs/egf2Rule"}
      }
    },
    "egf2Fields": {"description": "The fields by name.", "type": "object", "additionalProperties": {"$ref": "#/$defs/egf2Field"}},
    "egf2Field": {
      "type": "object", "required": ["type"], "additionalProperties": {},
      "properties": {
        "type": {
          "description": "The type of the value; array: before it for arrays, object_id:TYPE for ids of one type.",
          "anyOf": [
            {"enum": ["string", "integer", "number", "boolean", "date", "object_id", "struct", "array:string", "array:struct", "array:object_id"]},
            {"type": "string"}
          ]
        },
        "required": {"description": "Whether every object must have the field.", "type": "boolean", "default": false},
        "default": {"description": "The value of new objects without the field."},
        "enum": {"description": "The allowed values.", "type": "array"},
        "min": {"description": "The minimum of a number, or of the length of a string or an array.", "type": ["number", "string"]},
        "max": {"description": "The maximum of a number, or of the length of a string or an array.", "type": ["number", "string"]},
        "validator": {"description": "A further check of a string.", "type": "string", "examples": ["email"]},
        "unique": {"description": "Whether no two objects may have the same value.", "type": "boolean", "default": false},
        "edit_mode": {"description": "E: clients may set the field. NE: only on creation. NC: only in updates. Without it: never.", "enum": ["E", "NE", "NC"]},
        "schema": {"description": "struct: the name of a custom schema, any, or fields.", "anyOf": [{"type": "string"}, {"$ref": "#/$defs/egf2Fields"}]},
        "object_types": {"description": "object_id: the types to which an id may refer, or any.", "type": "array", "items": {"type": "string"}},
        "auto_value": {"description": "The value that the service sets: req.user, or src. and a field of the edge's source.", "type": "string", "examples": ["req.user", "src.id"]}
      }
    }
    """#
}
