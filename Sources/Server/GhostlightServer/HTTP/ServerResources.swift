import GhostlightCore

/// What the connections of a server share.
struct ServerResources: Sendable {
  /// Where deferred requests are worked on.
  var executor: any WorkExecutor
  /// The bytes of all requests' bodies.
  let bodies: BodyBudget
  /// The bytes that clients of event sockets have not taken.
  let unsent: UnsentBytes

  /// Makes what a server of these limits needs.
  init(executor: any WorkExecutor, limits: ServerLimits) {
    self.executor = executor
    bodies = BodyBudget(bytes: limits.allBodiesBytes)
    unsent = UnsentBytes(limit: limits.allUnsentBytes)
  }
}
