import GhostlightEmulation

/// The control API; one row a call.
extension ControlAPI {
  static let routes: RouteTable<ControlContext> = [
    .get("__ghostlight/v1/health", "Liveness", health),
    .get("__ghostlight/v1/emulators", "Emulators and where they are", emulators),
    .post("__ghostlight/v1/reset", "Back to the seeded state", reset),
    .get("__ghostlight/v1/clock", "Read the clock", readClock),
    .post("__ghostlight/v1/clock", "Change the clock", changeClock),
    .get("__ghostlight/v1/openapi.json", "This API in OpenAPI 3.1", openAPI),
    .get(
      "__ghostlight/v1/config-schema.json", "JSON Schema of ghostlight.json", configurationSchema),
    .post("__ghostlight/v1/states", "Bring about provider states", states),
    .get("__ghostlight/v1/outbox", "What would have been sent", outbox),
    .get("__ghostlight/v1/requests", "The journal", requests),
    .get("__ghostlight/v1/requests/unmatched", "Requests that no route serves", unmatched),
    .get("__ghostlight/v1/requests/count", "How often a request came", countRequests),
    .get("__ghostlight/v1/faults", "The fault plans at work", listFaults),
    .post("__ghostlight/v1/faults", "Put a fault plan to work", addFault),
    .delete("__ghostlight/v1/faults", "Take fault plans away", removeFaults),
    .get("__ghostlight/v1/snapshot", "The whole state", readSnapshot),
    .put("__ghostlight/v1/snapshot", "Restore a state", restoreSnapshot),
    .get("__ghostlight/v1/namespaces", "The namespaces", listNamespaces),
    .post("__ghostlight/v1/namespaces/{name}", "Fork a namespace", forkNamespace),
    .delete("__ghostlight/v1/namespaces/{name}", "Drop a namespace", dropNamespace),
    .get("__ghostlight/v1/recording", "The journal as HAR", recording),
  ]

  /// The titles of what takes long: it prints, parses or frees what may be large, or waits for an
  /// emulator's turn.
  static let costly: Set<String> = [
    "Bring about provider states", "What would have been sent", "The journal",
    "Requests that no route serves", "How often a request came", "The whole state",
    "Restore a state", "The namespaces",
    "Fork a namespace", "The journal as HAR",
  ]
}
