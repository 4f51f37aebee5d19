/// The schemas for calls that the console makes.
extension OpenAPISchemas {
  static let consoleText = #"""
    {
      "Console": {
        "type": "object", "required": ["version", "readOnly", "namespaces", "emulators"],
        "properties": {
          "version": {"type": "string"}, "readOnly": {"type": "boolean"},
          "namespaces": {"type": "array", "items": {"type": "string"}},
          "emulators": {"type": "array", "items": {
            "type": "object", "required": ["name", "title", "url", "keys", "kind", "hosts"],
            "properties": {
              "name": {"type": "string"}, "title": {"type": "string"},
              "url": {"type": ["string", "null"]},
              "kind": {"enum": ["emulator", "recording", "contract", "upstream"]},
              "hosts": {"type": "array", "items": {"type": "string"}},
              "manual": {"type": "string", "description": "The path of its page of the manual."},
              "keys": {"type": "object", "additionalProperties": {"type": "string"}},
              "try": {"type": "string", "description": "A first request by curl."},
              "trySwift": {"type": "string", "description": "A first request as a program in Swift."}
            }
          }}
        }
      },
      "Message": {
        "type": "object", "required": ["headers", "body", "encoding", "bytes"],
        "properties": {
          "headers": {"type": "array", "items": {
            "type": "object", "required": ["name", "value"],
            "properties": {"name": {"type": "string"}, "value": {"type": "string"}}
          }},
          "body": {"type": "string"}, "encoding": {"enum": ["text", "base64"]},
          "bytes": {"type": "integer"}
        }
      },
      "Exchange": {
        "type": "object",
        "required": [
          "number", "time", "emulator", "namespace", "effect", "route", "milliseconds",
          "delayMilliseconds", "request", "response", "curl"
        ],
        "properties": {
          "number": {"type": "integer"}, "time": {"type": "string"},
          "emulator": {"type": "string"}, "namespace": {"type": "string"},
          "effect": {
            "enum": ["read", "changed", "refused", "injected", "unmatched", "forwarded"]
          },
          "route": {"type": ["string", "null"]}, "fault": {"type": "integer"},
          "milliseconds": {
            "type": "number", "description": "The time that the emulator needed, in real time."
          },
          "delayMilliseconds": {"type": "integer"},
          "request": {"$ref": "#/components/schemas/Message"},
          "response": {"$ref": "#/components/schemas/Message"},
          "curl": {"type": "string"}, "reason": {"type": "string"},
          "nearest": {"type": "array", "items": {"type": "string"}},
          "chapter": {
            "type": "object", "required": ["title", "method", "pattern", "changes"],
            "description": "The route of the request, by its title in the vendor's manual.",
            "properties": {
              "section": {
                "type": "string", "description": "The section of the protocol: StackMob A9."
              },
              "article": {
                "type": "string", "description": "The place of this section in Ghostlight's sources."
              },
              "url": {
                "type": "string",
                "description": "The section: a path of this server, or a URL where serve has --articles."
              }
            }
          },
          "sections": {
            "type": "array", "description": "The sections of the protocol that the reason cites.",
            "items": {
              "type": "object", "required": ["code", "section", "url"],
              "properties": {
                "code": {"type": "string"}, "section": {"type": "string"},
                "url": {"type": "string"}
              }
            }
          },
          "signature": {
            "type": "object", "required": ["stringToSign", "ours", "theirs", "firstDifference"],
            "description": "For a refused signature: the lines that the emulator signed, and both results."
          }
        }
      },
      "RequestCall": {
        "type": "object", "additionalProperties": false,
        "description": "A request to send. A replay uses the exchange's values for missing members.",
        "properties": {
          "namespace": {"$ref": "#/components/schemas/Namespace"},
          "emulator": {"$ref": "#/components/schemas/Emulator"},
          "method": {"type": "string"}, "path": {"type": "string"},
          "headers": {"type": "array", "items": {
            "type": "object", "additionalProperties": false, "required": ["name", "value"],
            "properties": {"name": {"type": "string"}, "value": {"type": "string"}}
          }},
          "body": {"type": "string"}, "encoding": {"enum": ["text", "base64"]},
          "sign": {
            "type": "boolean",
            "description": "Whether to add the vendor's keys and a new signature."
          }
        }
      },
      "Events": {
        "type": "string",
        "description": "hello, request (a summary of an exchange, with its number as id), missed, change and end."
      },
      "Tables": {
        "type": "object", "required": ["namespace", "tables"],
        "properties": {
          "namespace": {"type": "string"},
          "tables": {"type": "array", "items": {
            "type": "object",
            "required": [
              "emulator", "name", "title", "group", "count", "editable", "deletable", "key",
              "columns", "serverFields", "actions"
            ],
            "properties": {
              "emulator": {"type": "string"}, "name": {"type": "string"},
              "title": {"type": "string"}, "group": {"type": "string"},
              "count": {"type": "integer"}, "editable": {"type": "boolean"},
              "deletable": {"type": "boolean"},
              "key": {"type": "string", "description": "The member that contains a row's key."},
              "columns": {"type": "array", "items": {
                "type": "object", "required": ["name"],
                "properties": {
                  "name": {"type": "string"},
                  "link": {
                    "type": "string",
                    "description": "The table whose keys the values are; {member} stands for another member of the row."
                  }
                }
              }},
              "serverFields": {
                "type": "array", "items": {"type": "string"},
                "description": "The members that the service itself sets."
              },
              "expiry": {
                "type": "object",
                "description": "When a row expires: at the time in member, or a number of seconds after since.",
                "properties": {
                  "member": {"type": "string"}, "since": {"type": "string"},
                  "seconds": {"type": "integer"}
                }
              },
              "actions": {"type": "array", "items": {
                "type": "object", "required": ["name", "title"],
                "properties": {"name": {"type": "string"}, "title": {"type": "string"}}
              }},
              "query": {
                "type": "object",
                "required": ["method", "path", "headers", "member", "example"],
                "description": "The request for rows in the vendor's query language; its body is {query, parameters}."
              }
            }
          }}
        }
      },
      "Rows": {
        "type": "object", "required": ["emulator", "table", "total", "rows", "scanned"],
        "properties": {
          "emulator": {"type": "string"}, "table": {"type": "string"},
          "total": {"type": "integer", "description": "The number of rows in the whole table."},
          "rows": {"type": "array", "items": {"$ref": "#/components/schemas/Row"}},
          "next": {"type": "string", "description": "The value of after for the next page; missing at the end."},
          "scanned": {"type": "integer"}
        }
      },
      "Row": {
        "type": "object", "required": ["key", "row"],
        "properties": {"key": {"type": "string"}, "row": {"type": "object"}}
      },
      "ActionCall": {
        "type": "object", "required": ["action"], "additionalProperties": false,
        "properties": {
          "action": {"type": "string"},
          "namespace": {"$ref": "#/components/schemas/Namespace"}
        }
      },
      "ActionAnswer": {
        "type": "object", "required": ["key", "values"],
        "properties": {"key": {"type": "string"}, "values": {"type": "object"}}
      }
    }
    """#
}
