package import GhostlightCore

extension Transport {
  /// Sends a request and blocks this thread until the response is there.
  ///
  /// Any thread may be blocked, the main one and those of tasks too.
  package func sendAndWait(_ request: Request) throws(TransportError) -> Response {
    guard let attempt else {
      let send = send
      return try BlockingCall { () async throws(TransportError) in try await send(request) }.value()
    }
    switch try attempt(request) {
    case .answered(let response): return response
    case .waiting(let rest): return try BlockingCall(rest).value()
    }
  }
}
