public import GhostlightCore

/// The JSON Schema of `ghostlight.json`, for editors.
public enum ConfigurationSchema {
  /// JSON Schema 2020-12.
  public static let json: JSON = {
    do throws(JSONError) {
      return try JSON.parse(text)
    } catch {
      preconditionFailure("the schema is JSON: \(error)")
    }
  }()

  private static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "ghostlight.json",
      "description": "What Ghostlight serves: a section a vendor, and the stage's own settings.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "$schema": {"type": "string"},
        "seed": {"description": "What identifiers and tokens are drawn from.", "type": "integer", "minimum": 0},
        "clock": {
          "description": "The time at the start; it goes on unless frozen.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "set": {"type": "string", "examples": ["2013-05-01T00:00:00Z"]},
            "freeze": {"type": "boolean"}
          }
        },
        "journal": {
          "description": "How much each namespace remembers of its requests.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "entries": {"type": "integer", "minimum": 1, "maximum": 10000000},
            "bytes": {"type": "integer", "minimum": 0}
          }
        },
        "namespaces": {"description": "How many there may be.", "type": "integer", "minimum": 1, "maximum": 1000000},
        "faults": {
          "description": "Plans that every namespace starts with, as POST faults takes them.",
          "type": "array", "items": {"type": "object"}
        },
        "stackmob": {
          "description": "A StackMob app.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "developmentKeys": {"$ref": "#/$defs/keys"},
            "productionKeys": {"$ref": "#/$defs/keys"},
            "tokenLifetimeSeconds": {"type": "integer", "minimum": 1, "default": 3600},
            "strict": {"description": "Refuse clock skew over 300 s and reused nonces.", "type": "boolean", "default": false},
            "loginKeepsAccessTokens": {"type": "boolean", "default": false},
            "pageLimit": {"type": "integer", "minimum": 1},
            "httpPorts": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 65535}},
            "allowedOrigins": {"type": "array", "items": {"type": "string"}, "default": ["*"]},
            "schemas": {
              "type": "array",
              "items": {
                "type": "object", "required": ["name"], "additionalProperties": false,
                "properties": {
                  "name": {"type": "string", "pattern": "^[a-z0-9_]+$"},
                  "fields": {
                    "description": "Field name to type: string, integer, float, boolean, array[string], geopoint, forgotpassword, relationship[schema], relationships[schema].",
                    "type": "object", "additionalProperties": {"type": "string"}
                  },
                  "user": {"type": "boolean", "default": false},
                  "usernameField": {"type": "string", "default": "username"},
                  "passwordField": {"type": "string", "default": "password"},
                  "version": {"type": "integer", "default": 0}
                }
              }
            },
            "objects": {
              "description": "Objects to start with, by schema, as a client would send them.",
              "type": "object",
              "additionalProperties": {"type": "array", "items": {"type": "object"}}
            },
            "deployedVersions": {"type": "array", "items": {"type": "integer", "minimum": 1}}
          }
        }
      },
      "$defs": {
        "keys": {
          "type": "object", "additionalProperties": false, "required": ["publicKey", "privateKey"],
          "properties": {"publicKey": {"type": "string"}, "privateKey": {"type": "string"}}
        }
      }
    }
    """#
}
