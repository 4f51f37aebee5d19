import NIOCore
import NIOWebSocket

/// Doing what the session decided.
extension WebSocketHandler {
  /// Does what the session decided; flushing is left to the caller.
  func perform(_ actions: [WebSocketSession.Action], _ context: ChannelHandlerContext) {
    for action in actions {
      switch action {
      case .send(let opcode, let bytes): send(opcode, bytes, context)
      case .close, .hangUp:
        ending = action
        endConnection()
      }
    }
  }

  private func send(
    _ opcode: WebSocketOpcode, _ bytes: ByteBuffer, _ context: ChannelHandlerContext
  ) {
    let frame = wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: bytes))
    if opcode == .connectionClose {
      sendGoodbye(frame, context)
    } else {
      context.write(frame, promise: nil)
    }
    if context.unsentBytes > limits.unsentBytes { context.close(promise: nil) }
  }

  private func sendGoodbye(_ frame: NIOAny, _ context: ChannelHandlerContext) {
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [weak self] _ in
      self?.isGoodbyeSent = true
      self?.endConnection()
    }
    context.write(frame, promise: sent)
    context.eventLoop.assumeIsolated().scheduleTask(in: .bounded(seconds: limits.lingerSeconds)) {
      [weak self] in self?.context?.close(promise: nil)
    }
  }

  private func endConnection() {
    guard isGoodbyeSent, let context, let ending else { return }
    switch ending {
    // Closing over unread input would reset our last words away.
    case .hangUp: context.close(mode: .output, promise: nil)
    case .close, .send: context.close(promise: nil)
    }
  }

  func watchSilence(_ context: ChannelHandlerContext) {
    guard let seconds = session.silenceSeconds else { return }
    let deadline = lastSign + .bounded(seconds: seconds)
    tick = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
      self?.lookAtClock(.bounded(seconds: seconds))
    }
  }

  private func lookAtClock(_ silence: TimeAmount) {
    guard let context else { return }
    guard context.eventLoop.now >= lastSign + silence else {
      watchSilence(context)
      return
    }
    perform(session.leave(nil), context)
    context.flush()
  }
}
