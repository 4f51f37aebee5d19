package import GhostlightCore

/// Makes values that can be compared of what an SDK hands an app.
package protocol EventProbe {
  /// What an error says; null without one.
  static func error(_ error: (any Error)?) -> JSON
}

extension EventProbe {
  /// What a call fails with; null where it does not.
  package nonisolated(nonsending) static func failure(
    of call: nonisolated(nonsending) () async throws -> Void
  ) async -> JSON {
    do {
      try await call()
      return nil
    } catch {
      return self.error(error)
    }
  }
}
