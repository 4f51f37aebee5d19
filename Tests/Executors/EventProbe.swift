package import GhostlightCore

/// A type that converts the values which an SDK passes to an app to comparable ones.
package protocol EventProbe {
  /// Returns the content of an error, or null for `nil`.
  static func error(_ error: (any Error)?) -> JSON
}

extension EventProbe {
  /// Returns the error of a call, or null if it succeeds.
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
