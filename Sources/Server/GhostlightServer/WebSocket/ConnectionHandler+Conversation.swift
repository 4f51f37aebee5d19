import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

extension ConnectionHandler {
  /// Hands the connection over to a WebSocket, where the client asked for one.
  func converse(
    _ opening: ConversationOpening, _ response: Response, _ terms: ReplyTerms,
    _ context: ChannelHandlerContext
  ) {
    guard case .accepted(let accept) = handshake, !isInputClosed, !isDraining else {
      write(handshake.refusal ?? Response(.serviceUnavailable), terms, context)
      return
    }
    var head = Response(.switchingProtocols, headers: response.headers)
    head.headers[.upgrade] = "websocket"
    head.headers[.secWebSocketAccept] = accept
    writer.appendSwitch(head, to: &out)
    do {
      try handOver(opening, context)
    } catch {
      context.close(promise: nil)
    }
  }

  /// Puts the WebSocket behind us in the pipeline and leaves it, with gate and parser.
  ///
  /// It listens before our answer goes out: a client that has read it misses nothing.
  private func handOver(
    _ opening: ConversationOpening, _ context: ChannelHandlerContext
  ) throws {
    let pipeline = context.pipeline.syncOperations
    let gate = try pipeline.context(handlerType: RequestGate.self)
    let parser = try pipeline.context(
      handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let successor = WebSocketHandler(opening, limits: limits)
    try WebSocketHandler.install(successor, in: pipeline)
    self.successor = successor
    flush(context)
    let isReadHeld = isReadHeld
    pipeline.removeHandler(context: gate, promise: nil)
    pipeline.removeHandler(context: context, promise: nil)
    // The parser goes on the loop's next turn, and hands on what came behind the request.
    let goes = context.eventLoop.makePromise(of: Void.self)
    goes.futureResult.assumeIsolated().whenComplete { _ in successor.context?.flush() }
    pipeline.removeHandler(context: parser, promise: goes)
    if isReadHeld { successor.context?.read() }
  }
}
