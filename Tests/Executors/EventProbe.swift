package import GhostlightCore

/// A type that converts values that an SDK passes to an app to comparable JSON.
package protocol EventProbe {
  /// Returns the contents of an error as JSON; null if it is `nil`.
  static func error(_ error: (any Error)?) -> JSON
}

extension EventProbe {
  /// Returns the error that a call throws as JSON, or null if it does not throw.
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
