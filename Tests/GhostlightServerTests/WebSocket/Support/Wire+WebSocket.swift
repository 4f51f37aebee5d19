/// WebSockets on a connection without a socket.
extension Wire {
  /// Opens a WebSocket; the test must read the response itself.
  func open() throws {
    try send(Handshake.request)
    // The HTTP parser is removed only after the read, on the loop's next turn.
    run()
  }

  /// Delivers frames from the client, in one read.
  func send(_ frames: ClientFrame...) throws { try send(frames.flatMap(\.wire)) }

  /// Returns the frames that the client has received since the last call.
  func frames() throws -> [ClientFrame] { ClientFrame.all(in: try receivedBytes()) }
}
