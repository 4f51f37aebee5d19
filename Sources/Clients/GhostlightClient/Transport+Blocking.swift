package import GhostlightCore

extension Transport {
  /// Sends a request and blocks this thread until the response is there.
  ///
  /// Any thread may be blocked, the main one and those of tasks too.
  package func sendAndWait(_ request: Request) throws(TransportError) -> Response {
    if let sendNow { return try sendNow(request) }
    let send = send
    return try BlockingCall { () async throws(TransportError) -> Response in
      try await send(request)
    }.value()
  }
}
