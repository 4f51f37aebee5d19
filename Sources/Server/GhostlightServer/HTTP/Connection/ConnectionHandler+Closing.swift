import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ConnectionHandler {
  /// Ends the connection once all that is written has gone out; nothing is answered any more.
  func finish(_ ending: Ending, _ context: ChannelHandlerContext) {
    guard stage == .open else { return }
    stage = .flushing
    queue.abandon()
    backlog.removeAll()
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { [weak self] _ in
      self?.close(ending)
    }
    context.writeAndFlush(wrapOutboundOut(takeOut()), promise: written)
    resumeReading(context)
  }

  /// Asks an idle connection to go, and another to go after its answers.
  func drain() {
    isDraining = true
    successor?.leave()
    guard let context else { return }
    if stage == .lingering {
      context.close(promise: nil)
    } else if stage == .open, isIdle {
      finish(.sudden, context)
    }
  }

  /// The client has said its last, but may still listen.
  func didCloseInput(_ context: ChannelHandlerContext) {
    isInputClosed = true
    switch stage {
    case .open: pump()
    case .lingering: context.close(promise: nil)
    case .flushing, .closed: break
    }
  }

  private func close(_ ending: Ending) {
    guard let context, stage == .flushing else { return }
    switch ending {
    case .orderly where !isInputClosed:
      keepListening(context)
    case .orderly, .sudden:
      context.close(promise: nil)
    case .reset:
      reset(context)
    }
  }

  /// Lets the client read our last words: closing over unread input would reset them away.
  private func keepListening(_ context: ChannelHandlerContext) {
    stage = .lingering
    after(.bounded(seconds: limits.lingerSeconds), context) { handler in
      handler.context?.close(promise: nil)
    }
    context.close(mode: .output, promise: nil)
  }

  private func reset(_ context: ChannelHandlerContext) {
    guard let socket = context.channel as? any SocketOptionProvider else {
      context.close(promise: nil)
      return
    }
    socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete {
      [weak self] _ in
      // TLS, where it is spoken, would say goodbye first.
      self?.context?.triggerUserOutboundEvent(ConnectionEvent.reset, promise: nil)
      self?.context?.close(promise: nil)
    }
  }

  /// Reads what is left, to notice the client's end.
  private func resumeReading(_ context: ChannelHandlerContext) {
    guard isReadHeld else { return }
    isReadHeld = false
    context.read()
  }
}
