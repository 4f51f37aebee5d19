package import GhostlightCore

extension Transport {
  /// Sends a request and answers its response, on the caller's thread as far as nothing waits.
  package nonisolated(nonsending) func exchange(
    _ request: Request
  ) async throws(TransportError) -> Response {
    guard let attempt else { return try await send(request) }
    switch try attempt(request) {
    case .answered(let response): return response
    case .waiting(let rest): return try await rest()
    }
  }
}
