/// The schemas for calls about contracts.
extension OpenAPISchemas {
  static let contractsText = #"""
    {
      "Outcomes": {
        "type": "object", "description": "The result of each executor that ran it.",
        "additionalProperties": {"enum": ["kept", "skipped", "pending", "broken"]}
      },
      "Contracts": {
        "type": "object",
        "required": [
          "paths", "results", "executors", "variants", "files", "requests", "unpromised",
          "promises", "unused", "broken"
        ],
        "properties": {
          "paths": {
            "type": "array", "items": {"type": "string"},
            "description": "The Pact files and folders with which the server was started."
          },
          "results": {"type": "array", "items": {"type": "string"}},
          "executors": {"type": "array", "items": {"type": "string"}},
          "variants": {
            "type": "array", "description": "The SDKs, in each of their modes.",
            "items": {
              "type": "object",
              "required": [
                "name", "title", "providers", "requests", "promises", "unpromised", "outcomes"
              ],
              "properties": {
                "name": {"type": "string"}, "title": {"type": "string"},
                "providers": {"type": "array", "items": {"type": "string"}},
                "requests": {"type": "integer"}, "promises": {"type": "integer"},
                "unpromised": {"type": "integer"},
                "outcomes": {"type": "array", "items": {
                  "type": "object", "required": ["executor", "kept", "broken"],
                  "properties": {
                    "executor": {"type": "string"}, "kept": {"type": "integer"},
                    "broken": {"type": "integer"}
                  }
                }}
              }
            }
          },
          "files": {"type": "array", "items": {
            "type": "object", "required": ["path", "consumer", "provider", "interactions"],
            "properties": {
              "path": {"type": "string"}, "consumer": {"type": "string"},
              "provider": {"type": "string"}, "interactions": {"type": "integer"},
              "variant": {"type": "string"},
              "usedBy": {
                "type": "integer", "description": "The number of variants that rely on its promises."
              }
            }
          }},
          "requests": {"type": "integer"}, "unpromised": {"type": "integer"},
          "promises": {"type": "integer"},
          "unused": {
            "type": "integer", "description": "The number of promises that no variant relies on."
          },
          "broken": {
            "type": "array", "description": "Files that are not shown.",
            "items": {
              "type": "object", "required": ["path", "reason"],
              "properties": {"path": {"type": "string"}, "reason": {"type": "string"}}
            }
          },
          "variantRequests": {"type": "array", "items": {
            "type": "object", "required": ["description", "file", "provider", "outcomes"],
            "properties": {
              "description": {"type": "string"}, "file": {"type": "string"},
              "provider": {"type": "string"},
              "promise": {
                "type": "object", "required": ["file", "description"],
                "properties": {"file": {"type": "string"}, "description": {"type": "string"}}
              },
              "unpromised": {"type": "string"},
              "outcomes": {"$ref": "#/components/schemas/Outcomes"}
            }
          }},
          "fileInteractions": {"type": "array", "items": {
            "type": "object",
            "required": ["description", "states", "evidence", "request", "status", "outcomes"],
            "properties": {
              "description": {"type": "string"}, "request": {"type": "string"},
              "status": {"type": "integer"},
              "states": {"type": "array", "items": {"type": "string"}},
              "evidence": {"type": "array", "items": {
                "type": "object", "required": ["kind", "source"],
                "properties": {"kind": {"type": "string"}, "source": {"type": "string"}}
              }},
              "usedBy": {"type": "array", "items": {"type": "string"}},
              "outcomes": {"$ref": "#/components/schemas/Outcomes"}
            }
          }}
        }
      },
      "ContractDraft": {
        "type": "object",
        "required": [
          "consumer", "provider", "interactions", "inferred", "leftOut", "text"
        ],
        "properties": {
          "namespace": {"type": "string"}, "consumer": {"type": "string"},
          "provider": {"type": "string"},
          "interactions": {"type": "array", "items": {
            "type": "object", "required": ["description", "numbers"],
            "properties": {
              "description": {"type": "string"},
              "numbers": {"type": "array", "items": {"type": "integer"}}
            }
          }},
          "inferred": {"type": "array", "items": {
            "type": "object", "required": ["interaction", "place", "rule", "reason"],
            "properties": {
              "interaction": {"type": "string"}, "place": {"type": "string"},
              "rule": {"type": "string"}, "reason": {"type": "string"}
            }
          }},
          "leftOut": {
            "type": "array", "items": {"type": "integer"},
            "description": "The exchanges that cannot be promises, because a fault plan changed them or the response was streamed."
          },
          "text": {"type": "string", "description": "The Pact file to save."}
        }
      }
    }
    """#
}
