/// WebSockets without a socket.
extension Wire {
  /// Opens a WebSocket, whose answer is left to be received.
  func open() throws {
    try send(Handshake.request)
    // The parser takes its leave when the read is over.
    run()
  }

  /// The client's frames, in one read.
  func send(_ frames: ClientFrame...) throws { try send(frames.flatMap(\.wire)) }

  /// The frames that have come back since the last look.
  func frames() throws -> [ClientFrame] { ClientFrame.all(in: try receivedBytes()) }
}
