import NIOCore
import NIOHTTP1
import NIOWebSocket

/// How a WebSocket takes a connection over.
extension WebSocketHandler {
  /// Puts the frames' coding and `handler` at the end of a pipeline.
  static func install(
    _ handler: WebSocketHandler, in pipeline: ChannelPipeline.SynchronousOperations
  ) throws {
    // A goodbye must fit whatever the limit; the assembler holds messages to it.
    let largest = min(max(handler.limits.messageBytes, 125), Int(UInt32.max))
    try pipeline.addHandler(WebSocketFrameEncoder())
    try pipeline.addHandler(
      ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: largest)))
    try pipeline.addHandler(handler)
  }

  /// Takes the place of the handler of `context` in its pipeline, and of its gate and parser.
  ///
  /// It listens before `announce` sends the answer: a client that has read it misses nothing.
  func succeed(
    _ context: ChannelHandlerContext, isReadHeld: Bool, announce: () -> Void
  ) throws {
    let pipeline = context.pipeline.syncOperations
    let gate = try pipeline.context(handlerType: RequestGate.self)
    let parser = try pipeline.context(
      handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try Self.install(self, in: pipeline)
    announce()
    pipeline.removeHandler(context: gate, promise: nil)
    pipeline.removeHandler(context: context, promise: nil)
    // The parser goes on the loop's next turn, and hands on what came behind the request.
    let goes = context.eventLoop.makePromise(of: Void.self)
    goes.futureResult.assumeIsolated().whenComplete { _ in self.context?.flush() }
    pipeline.removeHandler(context: parser, promise: goes)
    if isReadHeld { self.context?.read() }
  }
}
