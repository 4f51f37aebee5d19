package import GhostlightCore

extension Transport {
  /// Sends a request and answers its response, without waiting where the transport never waits.
  package nonisolated(nonsending) func exchange(
    _ request: Request
  ) async throws(TransportError) -> Response {
    if let sendNow { return try sendNow(request) }
    return try await send(request)
  }
}
