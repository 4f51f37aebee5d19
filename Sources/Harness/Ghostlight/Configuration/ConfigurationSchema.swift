public import GhostlightCore

/// The JSON Schema of `ghostlight.json`, with which editors validate and complete the file.
///
/// It describes every section of the file. `ghostlight init` writes the schema next to the
/// configuration, and the control API serves it.
///
/// ```swift
/// import Ghostlight
///
/// print(ConfigurationSchema.json.text())
/// ```
public enum ConfigurationSchema {
  /// The complete schema, in JSON Schema 2020-12.
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
            "bytes": {"type": "integer", "minimum": 0},
            "totalBytes": {"description": "What the journals of all namespaces may hold together; those of the least recently used go first.", "type": "integer", "minimum": 0, "default": 268435456}
          }
        },
        "namespaces": {"description": "How many there may be; the least recently used that was never changed makes room for another.", "type": "integer", "minimum": 1, "maximum": 1000000, "default": 10000},
        "maxWork": {"description": "Units of work that one exchange may cost, each about 0.1 µs or 32 bytes; more is refused with 400.", "type": "integer", "minimum": 1, "maximum": 1000000000000, "default": 20000000},
        "limits": {
          "description": "What the server of `ghostlight serve`, `exec`, `proxy`, or `record` with an emulator, allows its clients.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "maxBody": {"description": "Bytes of a request body; a longer one is refused with 413.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 16777216},
            "maxBodies": {"description": "Bytes of all request bodies together. Further bodies wait, and are refused with 503 after idleSeconds.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 268435456},
            "maxControlBody": {"description": "Bytes of the body of a control call, such as a snapshot; a longer one is refused with 413.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 134217728},
            "maxUnsent": {"description": "Bytes that all clients of event sockets together have not read yet. Beyond it, the slowest clients are disconnected.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 67108864},
            "maxHead": {"description": "Bytes of a request's target and header; more is refused with 431, and a target of more than a quarter with 414.", "type": "integer", "minimum": 1024, "maximum": 1099511627776, "default": 65536},
            "maxConnections": {"description": "Connections at a time; further ones are refused with 503.", "type": "integer", "minimum": 1, "maximum": 1000000, "default": 10000},
            "maxTunnels": {"description": "Tunnels of the proxy to other hosts at a time; further ones are refused with 503.", "type": "integer", "minimum": 0, "maximum": 100000, "default": 1000},
            "idleSeconds": {"description": "Seconds after which a connection is closed that is idle, or brings less than 16 KiB of a body.", "type": "integer", "minimum": 1, "maximum": 86400, "default": 75}
          }
        },
        "allowHosts": {
          "description": "Host names by which clients may call the emulators, besides loopback, addresses, single labels, the vendors' own and those that proxy.hosts leads to an emulator; *.example.com for all below a name, * for any.",
          "type": "array", "items": {"type": "string"}
        },
        "proxy": {
          "description": "Where `ghostlight proxy`, and --proxy of other commands, lead the hosts that clients ask for; the vendors' own lead to their emulators.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "hosts": {
              "description": "By host: api.example.com, *.example.com for all below a name, either with :port.",
              "type": "object",
              "additionalProperties": {"description": "An emulator or a service by its name, or refuse, pass or record.", "type": "string", "examples": ["stackmob", "mia", "egf2", "appcenter", "cosmos", "refuse", "pass", "record"]}
            },
            "other": {"description": "What becomes of all other hosts; record is for `ghostlight proxy --record`.", "enum": ["refuse", "pass", "record"], "default": "refuse"},
            "upstream": {"description": "The proxy through which other hosts are reached.", "type": "string", "examples": ["http://proxy.example.com:3128"]}
          }
        },
        "faults": {
          "description": "Plans that every namespace starts with, as POST faults takes them.",
          "type": "array", "items": {"type": "object"}
        },
        "services": {
          "description": "Recordings, contracts and other servers that respond next to the emulators, by a name of small letters, digits and -.",
          "type": "object",
          "additionalProperties": {
            "type": "object", "additionalProperties": false,
            "oneOf": [{"required": ["replay"]}, {"required": ["contract"]}, {"required": ["upstream"]}],
            "properties": {
              "replay": {"description": "HAR files.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}], "examples": [["payments.har"]]},
              "contract": {"description": "Pact files, or folders with them.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}], "examples": [["users-pact.json"]]},
              "upstream": {"description": "The URL of a server that responds to all requests. Its path goes before theirs.", "type": "string", "examples": ["https://legacy.example.com"]},
              "record": {"description": "upstream: the HAR file to which its exchanges are added when the server ends.", "type": "string"},
              "trust": {"description": "upstream: a PEM file with the certificates to trust.", "type": "string"},
              "misses": {
                "description": "replay, contract: the server that responds to requests without a response.",
                "type": "object", "additionalProperties": false, "required": ["upstream"],
                "properties": {
                  "upstream": {"description": "The URL of the server. Its path goes before those of requests.", "type": "string"},
                  "record": {"description": "The HAR file to which its exchanges are added when the server ends; the next start replays them if \"replay\" names it.", "type": "string"},
                  "trust": {"description": "A PEM file with the certificates to trust.", "type": "string"}
                }
              },
              "hosts": {"description": "The hosts whose requests a proxy sends here; without it, those that the HAR files or the URL of the upstream name.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
              "port": {"description": "Without it, the next after the vendors' ports. Ports from 4400 to 4499 move with --port-base.", "type": "integer", "minimum": 0, "maximum": 65535},
              "policy": {"description": "replay: what follows the last response to a request, once (default), last or cycle. contract: which of several matches responds, first, last (default) or cycle.", "enum": ["once", "first", "last", "cycle"]},
              "match": {"description": "replay: what must be the same, as --match takes it.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}], "default": ["method", "path", "query", "body"]},
              "basePath": {"description": "replay: goes before the paths of requests; a URL also selects the recorded server.", "type": "string"},
              "states": {"description": "contract: the provider states that apply at the start; without it, any may apply.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
            }
          }
        },
        "appcenter": {
          "description": "App Center's token exchange.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "apps": {
              "type": "array",
              "items": {
                "type": "object", "required": ["secret"], "additionalProperties": false,
                "properties": {
                  "secret": {"description": "The App Secret.", "type": "string"},
                  "account": {
                    "description": "A Cosmos account's name, or an address; {scheme} and {host} are the client's.",
                    "type": "string", "default": "{scheme}://{host}:8081"
                  },
                  "database": {"type": "string", "default": "mbaas"},
                  "collection": {"type": "string", "default": "appcenter"}
                }
              }
            },
            "masterKey": {"description": "The Cosmos account's key, in base64.", "type": "string"},
            "tokenLifetimeSeconds": {"type": "integer", "minimum": 1, "default": 3600},
            "idTokenSecret": {"description": "What ID tokens must be signed with (HS256).", "type": "string"},
            "allowedOrigins": {"description": "The web pages that may use the service, such as http://localhost:3000, or null for pages of files; * for all.", "type": "array", "items": {"type": "string"}, "default": []}
          }
        },
        "cosmos": {
          "description": "A Cosmos DB account.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "account": {"type": "string", "default": "emulator"},
            "masterKeys": {"description": "In base64; the first signs resource tokens.", "type": "array", "minItems": 1, "items": {"type": "string"}},
            "checksDates": {"description": "Refuse dates more than 15 minutes away.", "type": "boolean", "default": true},
            "strict": {"description": "Answer cross-partition queries with plans, as the hosted gateway does.", "type": "boolean", "default": false},
            "allowedOrigins": {"description": "The web pages that may use the service, such as http://localhost:3000, or null for pages of files; * for all.", "type": "array", "items": {"type": "string"}, "default": []},
            "databases": {
              "description": "Databases to start with; without them there is mbaas/appcenter.",
              "type": "array",
              "items": {
                "type": "object", "required": ["id"], "additionalProperties": false,
                "properties": {
                  "id": {"type": "string"},
                  "containers": {
                    "description": "As POST …/colls takes them, with documents to start with.",
                    "type": "array",
                    "items": {
                      "type": "object", "required": ["id"], "additionalProperties": false,
                      "properties": {
                        "id": {"type": "string"},
                        "partitionKey": {"type": "object"},
                        "indexingPolicy": {"type": "object"},
                        "uniqueKeyPolicy": {"type": "object"},
                        "defaultTtl": {"type": "integer"},
                        "analyticalStorageTtl": {"type": "integer"},
                        "conflictResolutionPolicy": {"type": "object"},
                        "geospatialConfig": {"type": "object"},
                        "computedProperties": {"type": "array", "maxItems": 20, "items": {"type": "object"}},
                        "ranges": {"description": "Over how many physical ranges the keys are spread.", "type": "integer", "minimum": 1, "maximum": 200, "default": 1},
                        "documents": {"type": "array", "items": {"type": "object"}}
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "egf2": {
          "description": "A client-data/config.json as it is, or the path of one, perhaps with what the graph starts with. Without graph, the example application's.",
          "type": ["object", "string"],
          "properties": {
            "graph": {"description": "The types, with custom_schemas, common_fields, pagination, objects.", "type": "object"},
            "users": {"type": "array", "items": {"type": "object"}},
            "objects": {"type": "array", "items": {"type": "object"}},
            "edges": {"type": "array", "items": {"type": "object"}},
            "allowed_origins": {"description": "The web pages that may use the services.", "type": "array", "items": {"type": "string"}, "default": ["*"]}
          }
        },
        "mia": {
          "description": "A Mia-Platform project: the CRUD service under /v2, BaaS up to 3 at the root.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "secret": {"type": "string"},
            "checksSecret": {"description": "Refuse requests without the secret.", "type": "boolean"},
            "crudCompat": {"description": "The CRUD service's line.", "type": "integer", "minimum": 6, "maximum": 7, "default": 6},
            "maximumLimit": {"type": "integer", "minimum": 1, "maximum": 1000000},
            "defaultLimit": {"type": "integer", "minimum": 1, "maximum": 1000000},
            "requiresValidation": {"description": "Users must answer a mail before they log in.", "type": "boolean"},
            "allowedOrigins": {"description": "The web pages that may use the project, such as https://shop.example.com, or null for pages of files; * for all. Without it, pages of this machine, of the vendor's own hosts and of allowHosts.", "type": "array", "items": {"type": "string"}},
            "definitions": {"description": "A folder of definitions, a file for each collection; the command line reads it.", "type": "string"},
            "collections": {
              "description": "In the CRUD service's own definition format, each perhaps with documents and access.",
              "type": "array", "items": {"type": "object"}
            },
            "users": {"type": "array", "items": {"type": "object"}},
            "baas3": {"description": "Items, files and access rules of the first generation.", "type": "object"}
          }
        },
        "stackmob": {
          "description": "A StackMob app.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "export": {
              "description": "What StackMob handed out at the end: the ZIP, or its folder. Its users have no passwords, unless one is given for all of them. schemas say which fields are relationships, and what names users.",
              "anyOf": [
                {"type": "string", "examples": ["9339.zip"]},
                {"type": "object", "required": ["path"], "additionalProperties": false, "properties": {"path": {"type": "string"}, "password": {"type": "string"}}}
              ]
            },
            "developmentKeys": {"$ref": "#/$defs/keys"},
            "productionKeys": {"$ref": "#/$defs/keys"},
            "tokenLifetimeSeconds": {"type": "integer", "minimum": 1, "default": 3600},
            "strict": {"description": "Refuse clock skew over 300 s and reused nonces.", "type": "boolean", "default": false},
            "loginKeepsAccessTokens": {"type": "boolean", "default": false},
            "pageLimit": {"type": "integer", "minimum": 1},
            "httpPorts": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 65535}},
            "allowedOrigins": {"description": "The web pages that may use the app, such as https://shop.example.com, or null for pages of files; * for all. Without it, pages of this machine, of the vendor's own hosts and of allowHosts.", "type": "array", "items": {"type": "string"}},
            "infersBinary": {"description": "Make an unknown field binary that gets a file.", "type": "boolean", "default": true},
            "binaryURLPrefix": {"description": "What URLs of files begin with, in place of the emulator's own.", "type": "string", "examples": ["http://s3.amazonaws.com"]},
            "binaryBucket": {"type": "string", "default": "ghostlight"},
            "refusedSocialTokenPrefix": {"description": "How tokens begin that social networks refuse.", "type": "string", "default": "invalid"},
            "onlyKnownSocialTokens": {"description": "Accept the tokens of socialTokens alone.", "type": "boolean", "default": false},
            "schemas": {
              "type": "array",
              "items": {
                "type": "object", "required": ["name"], "additionalProperties": false,
                "properties": {
                  "name": {"type": "string", "pattern": "^[a-z0-9_]+$"},
                  "fields": {
                    "description": "Field name to type: string, integer, float, boolean, array[string], geopoint, binary, forgotpassword, relationship[schema], relationships[schema].",
                    "type": "object", "additionalProperties": {"type": "string"}
                  },
                  "user": {"type": "boolean", "default": false},
                  "usernameField": {"type": "string", "default": "username"},
                  "passwordField": {"type": "string", "default": "password"},
                  "version": {"type": "integer", "default": 0},
                  "permissions": {
                    "description": "Verb to level: open, loggedIn, owner, relationship[field], ownerRelationship[field], role[name], privateKey, notAllowed.",
                    "type": "object", "propertyNames": {"enum": ["create", "read", "update", "delete"]},
                    "additionalProperties": {"type": "string"}
                  }
                }
              }
            },
            "roles": {
              "type": "array",
              "items": {
                "type": "object", "required": ["name"], "additionalProperties": false,
                "properties": {
                  "name": {"type": "string"},
                  "members": {"type": "array", "items": {"type": "string"}},
                  "schema": {"type": "string", "default": "user"},
                  "version": {"type": "integer", "default": 0}
                }
              }
            },
            "customCode": {
              "description": "Methods of custom code: each a fixture, a template, or an answer as json, text or base64.",
              "type": "array",
              "items": {
                "type": "object", "required": ["name"], "additionalProperties": false,
                "properties": {
                  "name": {"type": "string"},
                  "fixture": {"description": "The name of a template.", "enum": ["greeting", "verb", "user", "params"]},
                  "template": {"description": "The answer, in which {{method}}, {{user}}, {{query.x}}, {{body.x}}, {{headers.x}} and others stand for parts of the call."},
                  "json": {},
                  "text": {"type": "string"},
                  "base64": {"type": "string"},
                  "status": {"type": "integer", "minimum": 200, "maximum": 599, "default": 200},
                  "contentType": {"type": "string"},
                  "headers": {"type": "object", "additionalProperties": {"type": "string"}},
                  "startSeconds": {"description": "How long the first call lets it start, answered 503.", "type": "integer", "minimum": 0, "default": 0},
                  "startingCalls": {"description": "How many calls are answered 503.", "type": "integer", "minimum": 0, "default": 0},
                  "version": {"type": "integer", "default": 0}
                }
              }
            },
            "socialTokens": {
              "description": "Tokens that a social network accepts.",
              "type": "array",
              "items": {
                "type": "object", "required": ["network", "token"], "additionalProperties": false,
                "properties": {
                  "network": {"enum": ["facebook", "twitter", "gigya"]},
                  "token": {"type": "string"},
                  "account": {"type": "string"},
                  "info": {"type": "object"},
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
