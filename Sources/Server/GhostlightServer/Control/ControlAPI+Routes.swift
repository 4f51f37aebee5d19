import GhostlightEmulation

/// The control API; one row a call.
extension ControlAPI {
  static let routes: RouteTable<ControlContext> = [
    .get("__ghostlight/v1/health", "Liveness", health),
    .get("__ghostlight/v1/emulators", "Emulators and where they are", emulators),
    .post("__ghostlight/v1/reset", "Back to the seeded state", reset),
    .get("__ghostlight/v1/clock", "Read the clock", readClock),
    .post("__ghostlight/v1/clock", "Change the clock", changeClock),
    .get("__ghostlight/v1/outbox", "What would have been sent", outbox),
    .get("__ghostlight/v1/requests", "The journal", requests),
    .get("__ghostlight/v1/requests/unmatched", "Requests that no route serves", unmatched),
  ]
}
