import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET openapi.json`: the control API described in OpenAPI 3.1.
extension ControlAPI {
  static func openAPI(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(
      .ok,
      OpenAPIDocument.json(
        context.addresses["control"] ?? "http://127.0.0.1:4400",
        cookie: ControlCookie.name(for: call.request), needsToken: context.access.needsToken))
  }
}

extension ControlAPI {
  /// Serves `GET config-schema.json`: the JSON Schema of the configuration file.
  static func configurationSchema(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, ConfigurationSchema.json)
  }
}

/// The OpenAPI 3.1 description of the control API, with one operation for each route.
enum OpenAPIDocument {
  /// Returns the document for a server at `url`, whose console presents a cookie named `cookie`.
  static func json(_ url: String, cookie: String, needsToken: Bool) -> JSON {
    var paths = JSONObject()
    for operation in operations {
      var methods = paths[operation.path]?.object ?? [:]
      methods[operation.method] = .object(operation.json)
      paths[operation.path] = .object(methods)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Ghostlight control API", "version": .string(Version.current),
        "description":
          "One control plane over all emulators. A call refuses inputs that are not described here.",
        "license": ["name": "MIT", "identifier": "MIT"],
      ],
      "servers": [["url": .string(url + "/__ghostlight/v1")]],
      "security": .array([["token": []], ["console": []]] + (needsToken ? [] : [[:]])),
      "paths": .object(paths),
      "components": [
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description": "The token that the server printed when it started.",
          ],
          "console": [
            "type": "apiKey", "in": "cookie", "name": .string(cookie),
            "description":
              "The cookie that POST /session sets for the console; calls then need the Origin of the server as well.",
          ],
        ],
        "schemas": OpenAPISchemas.json,
      ],
    ]
  }

  /// The operations, in the order of the route table.
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation("get", "/health", "Liveness", answers: "Health", isOpen: true),
    OpenAPIOperation(
      "post", "/session", "Exchange the token for the console's cookie", answers: "Health"),
    OpenAPIOperation(
      "get", "/emulators", "The emulators and their addresses", answers: "Emulators"),
    OpenAPIOperation("get", "/console", "The initial data of the console", answers: "Console"),
    OpenAPIOperation(
      "get", "/summary", "The numbers of a namespace", query: ["namespace"], answers: "Summary"),
    OpenAPIOperation("get", "/openapi.json", "This document", answers: "Document"),
    OpenAPIOperation(
      "get", "/config-schema.json", "JSON Schema of ghostlight.json", answers: "Document"),
    OpenAPIOperation(
      "post", "/reset", "Reset to the initial state", query: ["namespace", "emulator"],
      takes: "ResetCall", answers: "ResetAnswer"),
    OpenAPIOperation(
      "get", "/clock", "Read the clock", query: ["namespace"], answers: "Clock"),
    OpenAPIOperation(
      "post", "/clock", "Change the clock", query: ["namespace"], takes: "ClockCall",
      answers: "Clock"),
    OpenAPIOperation(
      "post", "/states", "Set up provider states",
      query: ["namespace", "emulator", "state", "action"], takes: "StatesCall", answers: "Values"),
    OpenAPIOperation(
      "get", "/outbox", "The messages of the outbox", query: ["namespace", "emulator"],
      answers: "Outbox"),
    OpenAPIOperation(
      "get", "/requests", "The journal",
      query: ["namespace", "emulator", "limit", "after", "brief"], answers: "Requests"),
    OpenAPIOperation(
      "get", "/requests/unmatched", "Requests that no route serves",
      query: ["namespace", "emulator", "limit", "after", "brief"], answers: "Requests"),
    OpenAPIOperation(
      "get", "/requests/count", "The number of requests",
      query: ["namespace", "emulator", "method", "path"], answers: "RequestCount"),
    OpenAPIOperation(
      "get", "/requests/{number}", "One exchange in full", query: ["namespace"],
      answers: "Exchange"),
    OpenAPIOperation(
      "post", "/requests", "Send a request to an emulator", query: ["namespace", "emulator"],
      takes: "RequestCall", answers: "Exchange", status: 201),
    OpenAPIOperation(
      "post", "/requests/{number}/replay", "Send a request again, optionally changed",
      query: ["namespace", "emulator"], takes: "RequestCall", answers: "Exchange", status: 201),
    OpenAPIOperation(
      "get", "/events", "The events, as server-sent events", query: ["namespace", "after"],
      answers: "Events"),
    OpenAPIOperation(
      "get", "/data", "The tables of all emulators", query: ["namespace", "emulator"],
      answers: "Tables"),
    OpenAPIOperation(
      "get", "/data/{emulator}/{table}", "Rows of a table",
      query: ["namespace", "limit", "after", "offset", "search"], answers: "Rows"),
    OpenAPIOperation(
      "post", "/data/{emulator}/{table}", "Store a new row", query: ["namespace"],
      takes: "Document", answers: "Row", status: 201),
    OpenAPIOperation(
      "get", "/data/{emulator}/{table}/{key}", "A row", query: ["namespace"], answers: "Row"),
    OpenAPIOperation(
      "put", "/data/{emulator}/{table}/{key}", "Store a row", query: ["namespace"],
      takes: "Document", answers: "Row"),
    OpenAPIOperation(
      "delete", "/data/{emulator}/{table}/{key}", "Delete a row", query: ["namespace"],
      answers: "Values"),
    OpenAPIOperation(
      "post", "/data/{emulator}/{table}/{key}", "Perform an action on a row", query: ["namespace"],
      takes: "ActionCall", answers: "ActionAnswer"),
    OpenAPIOperation(
      "get", "/faults", "The fault plans", query: ["namespace"], answers: "Faults"),
    OpenAPIOperation(
      "post", "/faults", "Add a fault plan", query: ["namespace"], takes: "FaultCall",
      answers: "FaultAnswer", status: 201),
    OpenAPIOperation(
      "delete", "/faults", "Remove fault plans", query: ["namespace", "number"],
      answers: "Values"),
    OpenAPIOperation(
      "get", "/snapshot", "The whole state", query: ["namespace"], answers: "Snapshot"),
    OpenAPIOperation(
      "put", "/snapshot", "Restore a state", query: ["namespace"], takes: "Snapshot",
      answers: "NamespaceAnswer"),
    OpenAPIOperation("get", "/namespaces", "The namespaces", answers: "Namespaces"),
    OpenAPIOperation(
      "post", "/namespaces/{name}", "Fork a namespace", takes: "ForkCall",
      answers: "NamespaceAnswer", status: 201),
    OpenAPIOperation(
      "delete", "/namespaces/{name}", "Drop a namespace", answers: "NamespaceAnswer"),
    OpenAPIOperation(
      "get", "/comparison", "The differences between two namespaces", query: ["one", "other"],
      answers: "Comparison"),
    OpenAPIOperation(
      "get", "/recording", "The journal as HAR, without secrets",
      query: ["namespace", "emulator", "redact", "numbers"],
      answers: "Recording"),
    OpenAPIOperation(
      "get", "/contracts", "Contracts, and the promises that each SDK relies on",
      query: ["variant", "file"],
      answers: "Contracts"),
    OpenAPIOperation(
      "get", "/contracts/draft", "A contract from the journal, without secrets",
      query: ["namespace", "emulator", "numbers", "consumer"], answers: "ContractDraft"),
    OpenAPIOperation(
      "get", "/recordings", "The recordings of services", answers: "Recordings"),
    OpenAPIOperation(
      "post", "/recordings", "Start a recording of a service", takes: "RecordingCall",
      answers: "RecordingState", status: 201),
    OpenAPIOperation(
      "get", "/recordings/{number}", "A recording, without secrets", query: ["after"],
      answers: "RecordingState"),
    OpenAPIOperation(
      "post", "/recordings/{number}", "Stop a recording, or respond from it",
      takes: "RecordingAction", answers: "RecordingState"),
    OpenAPIOperation(
      "delete", "/recordings/{number}", "Delete a recording", answers: "Values"),
    OpenAPIOperation(
      "get", "/recordings/{number}/har", "A recording as HAR, without secrets",
      answers: "Recording"),
    OpenAPIOperation(
      "get", "/recordings/{number}/contract", "A contract from a recording, without secrets",
      query: ["consumer"], answers: "ContractDraft"),
    OpenAPIOperation(
      "get", "/recordings/{number}/entries/{entry}", "An exchange of a recording, without secrets",
      answers: "RecordedEntry"),
  ]
}

/// One operation in the OpenAPI description of the control API.
///
/// A call with a query parameter that its operation does not list is refused.
struct OpenAPIOperation: Sendable {
  let method: String
  let path: String
  private let title: String
  /// The name of the schema of the body; `nil` if the call takes no body.
  let body: String?
  /// The names of the query parameters, each of which may occur once.
  let query: [String]
  private let answer: String
  private let status: Int
  private let isOpen: Bool

  /// Creates an operation; `body` and `answer` are the names of schemas.
  init(
    _ method: String, _ path: String, _ title: String, query: [String] = [],
    takes body: String? = nil, answers answer: String, status: Int = 200, isOpen: Bool = false
  ) {
    self.method = method
    self.path = path
    self.title = title
    self.query = query
    self.body = body
    self.answer = answer
    self.status = status
    self.isOpen = isOpen
  }

  var json: JSONObject {
    var responses: JSONObject = [
      String(status): answer == "Events"
        ? [
          "description": "Events, until the client disconnects.",
          "content": ["text/event-stream": ["schema": Self.reference(answer)]],
        ] : Self.response("Done.", answer),
      "400": Self.response(
        "The call is malformed, or has an unknown or repeated parameter; the message names it.",
        "Problem"),
      "403": Self.response(
        "The call comes from a web page, or from another machine without a token.", "Problem"),
      "409": Self.response("The call is not possible in the stage's current state.", "Problem"),
      "503": Self.response(
        "A change could not be stored, so the server must be restarted, or too many long calls wait.",
        "Problem"),
    ]
    if !isOpen {
      responses["401"] = Self.response(
        "The call does not have the server's token.", "Problem")
    }
    if path.contains("{") { responses["404"] = Self.response("It does not exist.", "Problem") }
    var object: JSONObject = [
      "operationId": .string(operationID), "summary": .string(title),
      "responses": .object(responses),
    ]
    if isOpen { object["security"] = [] }
    if !parameters.isEmpty { object["parameters"] = .array(parameters) }
    if let body {
      object["requestBody"] = [
        "required": true,
        "content": ["application/json": ["schema": Self.reference(body)]],
      ]
    }
    return object
  }

  /// Whether the operation is for one namespace, which a header field can select too.
  private var isOfNamespace: Bool { query.contains("namespace") || path.contains("{name}") }

  private var operationID: String {
    let words = path.split { $0 == "/" || $0 == "-" || $0 == "." || $0 == "{" || $0 == "}" }
    return method + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private var parameters: [JSON] {
    var parameters = query.map { Self.parameter($0, in: "query", isRequired: $0 == "path") }
    if isOfNamespace {
      parameters.append(Self.parameter("X-Ghostlight-Namespace", in: "header", isRequired: false))
    }
    for segment in path.split(separator: "/") where segment.hasPrefix("{") {
      let name = String(segment.dropFirst().dropLast())
      parameters.append(Self.parameter(name, in: "path", isRequired: true))
    }
    return parameters
  }

  private static func parameter(_ name: String, in place: String, isRequired: Bool) -> JSON {
    let schema: JSON =
      switch name {
      case "namespace", "name", "one", "other", "X-Ghostlight-Namespace": reference("Namespace")
      case "emulator": reference("Emulator")
      case "method": ["type": "string", "description": "The method; without it, any method."]
      case "state": ["type": "string", "description": "The name of a provider state."]
      case "action": ["enum": ["setup", "teardown"]]
      case "path":
        [
          "type": "string",
          "description": "The path without its query; * stands for one segment: /todo/*.",
        ]
      case "table": ["type": "string", "description": "The name of a table, as GET data lists it."]
      case "variant": ["type": "string", "description": "Adds the requests of this variant."]
      case "file": ["type": "string", "description": "Adds the interactions of this file."]
      case "consumer":
        ["type": "string", "description": "The consumer of the contract; app by default."]
      case "key": ["type": "string", "description": "The key of a row."]
      case "search":
        [
          "type": "string",
          "description":
            "Only rows with this text. A page may then have fewer rows than requested, although there are more pages.",
        ]
      case "numbers":
        [
          "type": "string",
          "description": "The numbers of exchanges, such as 3,5,7-9; all by default.",
        ]
      case "brief":
        [
          "type": "boolean", "default": false,
          "description": "Whether each exchange is a short summary.",
        ]
      case "redact":
        [
          "type": "boolean", "default": true,
          "description": "Whether passwords, tokens and keys become placeholders.",
        ]
      default: ["type": "integer", "minimum": 0, "maximum": 1_000_000_000]
      }
    return [
      "name": .string(name), "in": .string(place), "required": .bool(isRequired),
      "schema": schema,
    ]
  }

  private static func response(_ text: String, _ schema: String) -> JSON {
    [
      "description": .string(text),
      "content": ["application/json": ["schema": reference(schema)]],
    ]
  }

  private static func reference(_ schema: String) -> JSON {
    ["$ref": .string("#/components/schemas/\(schema)")]
  }
}
