/// The schemas for calls on recordings, for the numbers of a namespace, and for comparisons.
extension OpenAPISchemas {
  static let recordingsText = #"""
    {
      "Summary": {
        "type": "object",
        "required": [
          "namespace", "requests", "unmatched", "faults", "messages", "services", "namespaces",
          "recordings", "clock", "emulators", "minutes"
        ],
        "properties": {
          "namespace": {"type": "string"},
          "requests": {"type": "integer", "description": "The requests that the journal keeps."},
          "unmatched": {"type": "integer"},
          "faults": {"type": "integer", "description": "The plans that may still apply."},
          "messages": {"type": "integer"}, "services": {"type": "integer"},
          "namespaces": {"type": "integer"}, "recordings": {"type": "integer"},
          "clock": {
            "type": "object", "required": ["now", "frozen"],
            "properties": {"now": {"type": "string"}, "frozen": {"type": "boolean"}}
          },
          "emulators": {
            "type": "object", "additionalProperties": {"type": "integer"},
            "description": "The requests of each service that the journal keeps."
          },
          "minutes": {
            "type": "object", "required": ["from", "fine", "refused", "failed"],
            "description": "Requests in each of the last 30 minutes of the clock: below 400, below 500, and others.",
            "properties": {
              "from": {"type": "string"},
              "fine": {"type": "array", "items": {"type": "integer"}},
              "refused": {"type": "array", "items": {"type": "integer"}},
              "failed": {"type": "array", "items": {"type": "integer"}}
            }
          }
        }
      },
      "Comparison": {
        "type": "object", "required": ["one", "other", "tables"],
        "properties": {
          "one": {"type": "string"}, "other": {"type": "string"},
          "tables": {"type": "array", "items": {
            "type": "object",
            "required": [
              "emulator", "table", "title", "group", "onlyOne", "onlyOther", "changed", "rows",
              "truncated"
            ],
            "properties": {
              "onlyOne": {"type": "integer"}, "onlyOther": {"type": "integer"},
              "changed": {"type": "integer"}, "truncated": {"type": "boolean"},
              "rows": {"type": "array", "items": {
                "type": "object", "required": ["key", "kind"],
                "properties": {"kind": {"enum": ["onlyOne", "onlyOther", "changed"]}}
              }}
            }
          }}
        }
      },
      "RecordingCall": {
        "type": "object", "additionalProperties": false, "required": ["emulator"],
        "properties": {"emulator": {"$ref": "#/components/schemas/Emulator"}}
      },
      "RecordingAction": {
        "type": "object", "additionalProperties": false, "required": ["action"],
        "properties": {"action": {"enum": ["stop", "replay"]}}
      },
      "RecordingState": {
        "type": "object",
        "required": ["number", "emulator", "started", "state", "exchanges", "bytes", "leftOut"],
        "properties": {
          "number": {"type": "integer"}, "emulator": {"type": "string"},
          "started": {"type": "string"},
          "state": {"enum": ["recording", "stopped", "replaying"]},
          "exchanges": {"type": "integer"}, "bytes": {"type": "integer"},
          "leftOut": {
            "type": "integer",
            "description": "Exchanges that were cut off, or for which the recording had no space."
          },
          "entries": {"type": "array", "items": {
            "type": "object",
            "required": ["number", "time", "method", "path", "status", "milliseconds", "bytes"],
            "properties": {
              "number": {"type": "integer"}, "time": {"type": "string"},
              "method": {"type": "string"}, "path": {"type": "string"},
              "status": {"type": "integer"}, "milliseconds": {"type": "number"},
              "bytes": {"type": "integer"}
            }
          }}
        }
      },
      "Recordings": {
        "type": "object", "required": ["recordings", "limits"],
        "properties": {
          "recordings": {
            "type": "array", "items": {"$ref": "#/components/schemas/RecordingState"}
          },
          "limits": {
            "type": "object", "required": ["recordings", "exchanges", "bytes", "bodyBytes"],
            "additionalProperties": {"type": "integer"}
          }
        }
      },
      "RecordedEntry": {
        "type": "object", "required": ["request", "response"],
        "description": "An entry of HAR 1.2.",
        "properties": {"request": {"type": "object"}, "response": {"type": "object"}}
      }
    }
    """#
}
