/// WebSockets on a connection without a socket.
extension Wire {
  /// Opens a WebSocket; the test receives the response.
  func open() throws {
    try send(Handshake.request)
    // The parser is removed after the read.
    run()
  }

  /// Sends frames from the client, in one read.
  func send(_ frames: ClientFrame...) throws { try send(frames.flatMap(\.wire)) }

  /// Returns the frames that the client received since the last call.
  func frames() throws -> [ClientFrame] { ClientFrame.all(in: try receivedBytes()) }
}
