import GhostlightCore

/// The control API in OpenAPI 3.1: one operation for each row of the route table.
enum OpenAPIDocument {
  /// The document, for a server at `url`.
  static func json(_ url: String) -> JSON {
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
        "description": "One control plane over all emulators.",
        "license": ["name": "MIT", "identifier": "MIT"],
      ],
      "servers": [["url": .string(url + "/__ghostlight/v1")]],
      "paths": .object(paths),
      "components": ["schemas": OpenAPISchemas.json],
    ]
  }

  /// In the order of the route table.
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation("get", "/health", "Liveness", answers: "Health"),
    OpenAPIOperation(
      "get", "/emulators", "Emulators and where they are", answers: "Emulators"),
    OpenAPIOperation("get", "/openapi.json", "This document", answers: "Document"),
    OpenAPIOperation(
      "get", "/config-schema.json", "JSON Schema of ghostlight.json", answers: "Document"),
    OpenAPIOperation(
      "post", "/reset", "Back to the seeded state", takes: "ResetCall", answers: "ResetAnswer"),
    OpenAPIOperation(
      "get", "/clock", "Read the clock", query: ["namespace"], answers: "Clock"),
    OpenAPIOperation(
      "post", "/clock", "Change the clock", takes: "ClockCall", answers: "Clock"),
    OpenAPIOperation(
      "post", "/states", "Bring about provider states", takes: "StatesCall", answers: "Values"),
    OpenAPIOperation(
      "get", "/outbox", "What would have been sent", query: ["namespace", "emulator"],
      answers: "Outbox"),
    OpenAPIOperation(
      "get", "/requests", "The journal", query: ["namespace", "emulator", "limit", "after"],
      answers: "Requests"),
    OpenAPIOperation(
      "get", "/requests/unmatched", "Requests that no route serves",
      query: ["namespace", "emulator", "limit", "after"], answers: "Requests"),
    OpenAPIOperation(
      "get", "/requests/count", "How often a request came",
      query: ["namespace", "emulator", "method", "path"], answers: "RequestCount"),
    OpenAPIOperation(
      "get", "/faults", "The fault plans at work", query: ["namespace"], answers: "Faults"),
    OpenAPIOperation(
      "post", "/faults", "Put a fault plan to work", takes: "FaultCall", answers: "FaultAnswer",
      status: 201),
    OpenAPIOperation(
      "delete", "/faults", "Take fault plans away", query: ["namespace", "number"],
      answers: "Values"),
    OpenAPIOperation(
      "get", "/snapshot", "The whole state", query: ["namespace"], answers: "Snapshot"),
    OpenAPIOperation(
      "put", "/snapshot", "Restore a state", takes: "Snapshot", answers: "NamespaceAnswer"),
    OpenAPIOperation("get", "/namespaces", "The namespaces", answers: "Namespaces"),
    OpenAPIOperation(
      "post", "/namespaces/{name}", "Fork a namespace", takes: "ForkCall",
      answers: "NamespaceAnswer", status: 201),
    OpenAPIOperation(
      "delete", "/namespaces/{name}", "Drop a namespace", answers: "NamespaceAnswer"),
    OpenAPIOperation(
      "get", "/recording", "The journal as HAR, secrets redacted",
      query: ["namespace", "emulator", "redact"],
      answers: "Recording"),
  ]
}
