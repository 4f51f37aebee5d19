import GhostlightCore

/// The JSON schemas of the control API's requests and responses.
enum OpenAPISchemas {
  /// All schemas, keyed by name.
  static let json: JSON = {
    do throws(JSONError) {
      var schemas = try JSON.parse(text).object ?? [:]
      for more in [consoleText, contractsText, recordingsText] {
        for schema in try JSON.parse(more).object ?? [:] { schemas[schema.key] = schema.value }
      }
      return .object(schemas)
    } catch {
      preconditionFailure("the schemas are JSON: \(error)")
    }
  }()

  private static let text = #"""
    {
      "Namespace": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
      "Emulator": {"type": "string", "enum": ["stackmob"]},
      "Document": {"type": "object"},
      "Values": {"type": "object"},
      "Problem": {
        "type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}
      },
      "Health": {
        "type": "object", "required": ["status"], "properties": {"status": {"const": "ok"}}
      },
      "Emulators": {
        "type": "object", "required": ["version", "emulators"],
        "properties": {
          "version": {"type": "string"},
          "emulators": {"type": "array", "items": {
            "type": "object", "required": ["name", "title", "url", "routes", "states"],
            "properties": {
              "name": {"type": "string"}, "title": {"type": "string"},
              "url": {"type": ["string", "null"]},
              "try": {"type": "string", "description": "A shell command with a first request."},
              "routes": {"type": "array", "items": {
                "type": "object", "required": ["method", "pattern", "title", "changes"],
                "properties": {
                  "method": {"type": "string"}, "pattern": {"type": "string"},
                  "title": {"type": "string"}, "changes": {"type": "boolean"}
                }
              }},
              "keys": {"type": "object", "additionalProperties": {"type": "string"}},
              "states": {"type": "array", "items": {"type": "object", "required": ["name"]}}
            }
          }}
        }
      },
      "ResetCall": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "namespace": {"$ref": "#/components/schemas/Namespace"},
          "emulator": {"$ref": "#/components/schemas/Emulator"}
        }
      },
      "ResetAnswer": {
        "type": "object", "required": ["namespace", "emulators"],
        "properties": {
          "namespace": {"type": "string"},
          "emulators": {"type": "array", "items": {"type": "string"}}
        }
      },
      "ClockCall": {
        "type": "object", "additionalProperties": false, "minProperties": 1,
        "properties": {
          "namespace": {"$ref": "#/components/schemas/Namespace"},
          "advance": {"type": "string", "pattern": "^-?([0-9]{1,5}(ms|s|m|h|d)){1,3}$"},
          "set": {
            "type": "string",
            "pattern": "^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z)?$"
          },
          "freeze": {"const": true},
          "run": {"const": true}
        }
      },
      "Clock": {
        "type": "object", "required": ["namespace", "now", "milliseconds", "frozen"],
        "properties": {
          "namespace": {"type": "string"}, "now": {"type": "string"},
          "milliseconds": {"type": "integer"}, "frozen": {"type": "boolean"}
        }
      },
      "StatesCall": {
        "type": "object", "additionalProperties": false,
        "description": "Either `state` with `params`, or `states` in order.",
        "properties": {
          "state": {"type": "string"},
          "params": {"type": ["object", "null"]},
          "action": {"enum": ["setup", "teardown"]},
          "states": {"type": "array", "items": {
            "type": "object", "additionalProperties": false, "required": ["name"],
            "properties": {"name": {"type": "string"}, "params": {"type": ["object", "null"]}}
          }},
          "consumer": {"type": "string"},
          "namespace": {"$ref": "#/components/schemas/Namespace"},
          "emulator": {"$ref": "#/components/schemas/Emulator"}
        }
      },
      "Outbox": {
        "type": "object", "required": ["namespace", "messages"],
        "properties": {
          "namespace": {"type": "string"},
          "messages": {"type": "array", "items": {
            "type": "object", "required": ["emulator", "number", "time", "kind", "to", "content"],
            "properties": {
              "emulator": {"type": "string"}, "number": {"type": "integer"},
              "time": {"type": "string"}, "kind": {"enum": ["mail", "push", "webhook"]},
              "to": {"type": "array", "items": {"type": "string"}}, "content": {"type": "object"}
            }
          }}
        }
      },
      "Requests": {
        "type": "object", "required": ["namespace", "total", "requests"],
        "properties": {
          "namespace": {"type": "string"}, "total": {"type": "integer"},
          "requests": {"type": "array", "items": {
            "type": "object", "required": ["number", "time", "emulator", "effect", "route"],
            "description": "With the full request and response, or a short summary.",
            "properties": {
              "number": {"type": "integer"}, "time": {"type": "string"},
              "emulator": {"type": "string"},
              "effect": {
                "enum": ["read", "changed", "refused", "injected", "unmatched", "forwarded"]
              },
              "route": {"type": ["string", "null"]},
              "fault": {"type": "integer"},
              "request": {"type": "object"}, "response": {"type": "object"},
              "nearest": {"type": "array", "items": {"type": "string"}},
              "method": {"type": "string"}, "path": {"type": "string"},
              "status": {"type": "integer"}, "milliseconds": {"type": "number"},
              "bytes": {
                "type": "integer", "description": "The size of the response's body, unless it was streamed."
              },
              "reason": {"type": "string"}
            }
          }}
        }
      },
      "RequestCount": {
        "type": "object", "required": ["namespace", "count", "total", "nearest"],
        "properties": {
          "namespace": {"type": "string"},
          "count": {"type": "integer", "description": "The number of these requests that the journal keeps."},
          "total": {"type": "integer", "description": "The number of all requests that the journal keeps."},
          "nearest": {
            "type": "array", "items": {"type": "string"},
            "description": "If there are none, up to three other requests that differ least."
          }
        }
      },
      "FaultCall": {
        "type": "object", "additionalProperties": false,
        "description": "A fault plan. emulator, route, method and path (with *) select requests. One of nth, every and probability, and times, limit how often it applies. status, headers, body and retryAfter (seconds; 503 without a status) set the response; a status of 400 or higher without a body has the vendor's own form. delivery damages the response. latency, up to 1h, delays it: the client waits, or only the namespace's clock moves if real is false.",
        "properties": {
          "namespace": {"$ref": "#/components/schemas/Namespace"},
          "emulator": {"$ref": "#/components/schemas/Emulator"},
          "route": {"type": "string"},
          "method": {"enum": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]},
          "path": {"type": "string"},
          "nth": {"type": "integer", "minimum": 1, "maximum": 1000000},
          "every": {"type": "integer", "minimum": 1, "maximum": 1000000},
          "probability": {"type": "number", "minimum": 0, "maximum": 1},
          "times": {"type": "integer", "minimum": 1, "maximum": 1000000},
          "status": {"type": "integer", "minimum": 200, "maximum": 599},
          "headers": {"type": "object", "additionalProperties": {"type": "string"}},
          "body": {},
          "retryAfter": {"type": "integer", "minimum": 1, "maximum": 86400},
          "latency": {"type": "string", "pattern": "^[0-9]{1,4}(ms|s)$"},
          "real": {"type": "boolean"},
          "delivery": {"oneOf": [
            {"enum": ["reset", "empty", "malformed-chunk"]},
            {
              "type": "object", "additionalProperties": false, "required": ["truncate"],
              "properties": {"truncate": {"type": "integer", "minimum": 0, "maximum": 1000000}}
            },
            {
              "type": "object", "additionalProperties": false, "required": ["dribble"],
              "properties": {
                "dribble": {"type": "integer", "minimum": 1, "maximum": 1000000},
                "pause": {"type": "string", "pattern": "^[0-9]{1,4}ms$"}
              }
            }
          ]}
        }
      },
      "FaultAnswer": {
        "type": "object", "required": ["number"], "properties": {"number": {"type": "integer"}}
      },
      "Faults": {
        "type": "object", "required": ["namespace", "faults"],
        "properties": {
          "namespace": {"type": "string"},
          "faults": {"type": "array", "items": {
            "type": "object", "required": ["number", "matches", "hits"]
          }}
        }
      },
      "Snapshot": {
        "type": "object", "additionalProperties": false,
        "required": ["ghostlight", "clock", "moments", "emulators"],
        "properties": {
          "namespace": {"$ref": "#/components/schemas/Namespace"},
          "ghostlight": {"type": "integer", "minimum": 1},
          "clock": {"type": "object"}, "moments": {"type": "integer"},
          "emulators": {"type": "object"}
        }
      },
      "NamespaceAnswer": {
        "type": "object", "required": ["namespace"],
        "properties": {"namespace": {"type": "string"}, "from": {"type": "string"}}
      },
      "Namespaces": {
        "type": "object", "required": ["namespaces"],
        "properties": {"namespaces": {"type": "array", "items": {"type": "string"}}}
      },
      "ForkCall": {
        "type": "object", "additionalProperties": false,
        "properties": {"from": {"$ref": "#/components/schemas/Namespace"}}
      },
      "Recording": {
        "type": "object", "required": ["log"],
        "properties": {"log": {"type": "object", "required": ["version", "creator", "entries"]}}
      }
    }
    """#
}
