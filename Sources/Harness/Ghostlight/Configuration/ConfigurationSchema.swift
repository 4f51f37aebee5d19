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
      "description": "The emulators and services that Ghostlight serves: a section for each vendor, and the stage's own settings.",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "$schema": {"type": "string"},
        "seed": {"description": "The start value of the random numbers for identifiers and tokens.", "type": "integer", "minimum": 0},
        "clock": {
          "description": "The time at the start. The clock runs unless it is frozen.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "set": {"type": "string", "examples": ["2013-05-01T00:00:00Z"]},
            "freeze": {"type": "boolean"}
          }
        },
        "journal": {
          "description": "The size of the journal of each namespace.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "entries": {"type": "integer", "minimum": 1, "maximum": 10000000},
            "bytes": {"type": "integer", "minimum": 0},
            "totalBytes": {"description": "The maximum number of bytes in the journals of all namespaces. Entries of the least recently used namespaces are dropped first.", "type": "integer", "minimum": 0, "default": 268435456}
          }
        },
        "namespaces": {"description": "The maximum number of namespaces. At the limit, the least recently used one that was never changed is evicted.", "type": "integer", "minimum": 1, "maximum": 1000000, "default": 10000},
        "maxWork": {"description": "The maximum number of units of work for one exchange, each about 0.1 µs or 32 bytes. A request that needs more is refused with 400.", "type": "integer", "minimum": 1, "maximum": 1000000000000, "default": 20000000},
        "limits": {
          "description": "Limits for the clients of `ghostlight serve`, `exec`, `proxy`, and of `record` with an emulator.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "maxBody": {"description": "Bytes of a request body; a longer one is refused with 413.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 16777216},
            "maxBodies": {"description": "Bytes of all request bodies together. Further bodies wait, and are refused with 503 after idleSeconds.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 268435456},
            "maxControlBody": {"description": "Bytes of the body of a control call, such as a snapshot; a longer one is refused with 413.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 134217728},
            "maxUnsent": {"description": "Bytes that all clients of event sockets together have not read yet. Beyond it, the slowest clients are disconnected.", "type": "integer", "minimum": 0, "maximum": 1099511627776, "default": 67108864},
            "maxHead": {"description": "Bytes of a request's target and header; more is refused with 431, and a target of more than a quarter with 414.", "type": "integer", "minimum": 1024, "maximum": 1099511627776, "default": 65536},
            "maxConnections": {"description": "Connections at a time; further ones are refused with 503.", "type": "integer", "minimum": 1, "maximum": 1000000, "default": 10000},
            "maxTunnels": {"description": "Tunnels of the proxy to other hosts at a time; further ones are refused with 503.", "type": "integer", "minimum": 0, "maximum": 100000, "default": 1000},
            "idleSeconds": {"description": "Seconds after which a connection is closed if it is idle, or if less than 16 KiB of a body have arrived.", "type": "integer", "minimum": 1, "maximum": 86400, "default": 75}
          }
        },
        "allowHosts": {
          "description": "Host names by which clients may call the emulators, in addition to loopback, addresses, single labels, the vendors' own hosts and the hosts of emulators in proxy.hosts. *.example.com stands for all names below it, and * for any name.",
          "type": "array", "items": {"type": "string"}
        },
        "proxy": {
          "description": "The hosts of `ghostlight proxy`, and of --proxy in other commands. The proxy sends the vendors' own hosts to their emulators.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "hosts": {
              "description": "By host: api.example.com, or *.example.com for all names below it, optionally with :port.",
              "type": "object",
              "additionalProperties": {"description": "The name of an emulator or a service, or refuse, pass or record.", "type": "string", "examples": ["stackmob", "mia", "egf2", "appcenter", "cosmos", "refuse", "pass", "record"]}
            },
            "other": {"description": "The rule for all other hosts. record is for `ghostlight proxy --record`.", "enum": ["refuse", "pass", "record"], "default": "refuse"},
            "upstream": {"description": "The proxy for connections to other hosts.", "type": "string", "examples": ["http://proxy.example.com:3128"]}
          }
        },
        "faults": {
          "description": "The fault plans of every namespace at the start, in the form of POST faults.",
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
              "upstream": {"description": "The URL of a server that responds to all requests. Its path is added before theirs.", "type": "string", "examples": ["https://legacy.example.com"]},
              "record": {"description": "upstream: the HAR file to which its exchanges are added when the server ends.", "type": "string"},
              "trust": {"description": "upstream: a PEM file with the certificates to trust.", "type": "string"},
              "misses": {
                "description": "replay, contract: the server that responds to requests without a response.",
                "type": "object", "additionalProperties": false, "required": ["upstream"],
                "properties": {
                  "upstream": {"description": "The URL of the server. Its path is added before those of requests.", "type": "string"},
                  "record": {"description": "The HAR file to which its exchanges are added when the server ends; the next start replays them if \"replay\" names it.", "type": "string"},
                  "trust": {"description": "A PEM file with the certificates to trust.", "type": "string"}
                }
              },
              "hosts": {"description": "The hosts whose requests a proxy sends here. Without it, the hosts of the HAR files or of the upstream's URL.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
              "port": {"description": "Without it, the next port after the vendors' ports. Ports from 4400 to 4499 move with --port-base.", "type": "integer", "minimum": 0, "maximum": 65535},
              "policy": {"description": "replay: the response after the last one of a request: once (default), last or cycle. contract: the match that responds if there are several: first, last (default) or cycle.", "enum": ["once", "first", "last", "cycle"]},
              "match": {"description": "replay: the parts of a request that must be the same, in the form of --match.", "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}], "default": ["method", "path", "query", "body"]},
              "basePath": {"description": "replay: the path to add before those of requests. A URL also selects the recorded server.", "type": "string"},
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
            "idTokenSecret": {"description": "The secret with which ID tokens must be signed (HS256).", "type": "string"},
            "allowedOrigins": {"description": "The web pages that may use the service, such as http://localhost:3000, or null for pages of files; * for all.", "type": "array", "items": {"type": "string"}, "default": []}
          }
        },
        "cosmos": {
          "description": "A Cosmos DB account.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "account": {"type": "string", "default": "emulator"},
            "masterKeys": {"description": "In base64; the first signs resource tokens.", "type": "array", "minItems": 1, "items": {"type": "string"}},
            "checksDates": {"description": "Refuse requests whose date differs from the emulator's clock by more than 15 minutes.", "type": "boolean", "default": true},
            "strict": {"description": "Refuse queries as the hosted service does: cross-partition ones with a plan, and those that need an index which the container does not have.", "type": "boolean", "default": false},
            "allowedOrigins": {"description": "The web pages that may use the service, such as http://localhost:3000, or null for pages of files; * for all.", "type": "array", "items": {"type": "string"}, "default": []},
            "databases": {
              "description": "The databases at the start. Without them, there is App Center's mbaas/appcenter.",
              "type": "array",
              "items": {
                "type": "object", "required": ["id"], "additionalProperties": false,
                "properties": {
                  "id": {"type": "string"},
                  "containers": {
                    "description": "The containers at the start, in the form of POST …/colls, with their documents.",
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
                        "vectorEmbeddingPolicy": {"description": "The paths with vectors, their dimensions and distance functions.", "type": "object"},
                        "fullTextPolicy": {"description": "The paths with texts for full-text search, and their languages.", "type": "object"},
                        "changeFeedPolicy": {"description": "Keep all versions of documents for retentionDuration minutes.", "type": "object"},
                        "ranges": {"description": "The number of physical ranges for the keys.", "type": "integer", "minimum": 1, "maximum": 200, "default": 1},
                        "documents": {"type": "array", "items": {"type": "object"}}
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "egf2": \#(egf2),
        "mia": {
          "description": "A Mia-Platform project: the CRUD service under /v2, BaaS up to 3 at the root.",
          "type": "object", "additionalProperties": false,
          "properties": {
            "secret": {"type": "string"},
            "checksSecret": {"description": "Refuse requests without the secret.", "type": "boolean"},
            "crudCompat": {"description": "The version of the CRUD service.", "type": "integer", "minimum": 6, "maximum": 7, "default": 6},
            "maximumLimit": {"type": "integer", "minimum": 1, "maximum": 1000000},
            "defaultLimit": {"type": "integer", "minimum": 1, "maximum": 1000000},
            "requiresValidation": {"description": "Users must confirm their address by mail before they log in.", "type": "boolean"},
            "allowedOrigins": {"description": "The web pages that may use the project, such as https://shop.example.com, or null for pages of files; * for all. Without it, pages of this machine, of the vendor's own hosts and of allowHosts.", "type": "array", "items": {"type": "string"}},
            "definitions": {"description": "A folder of definitions, a file for each collection; the command line reads it.", "type": "string"},
            "collections": {"description": "Collections in the CRUD service's own definition format, each optionally with documents and access.", "type": "array", "items": {"type": "object", "$ref": "#/$defs/miaCollection"}},
            "users": {"type": "array", "items": {"type": "object"}},
            "baas3": {"description": "Items, files and access rules of the first generation.", "type": "object"}
          }
        },
        "stackmob": \#(stackMob)
      },
      "$defs": {\#(stackMobDefinitions), \#(egf2Definitions), \#(miaDefinitions)}
    }
    """#
}
