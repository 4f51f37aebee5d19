import NIOCore
import NIOPosix

/// A server that responds to each read with the same bytes, even if they are not valid HTTP.
struct RawUpstream {
  private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let answer: String

    init(_ answer: String) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    }
  }

  let url: String

  /// Runs the server while `body` runs.
  static func run(
    _ answer: String, _ body: (RawUpstream) async throws -> Void
  ) async throws {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Answering(answer))
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    let result: Result<Void, any Error>
    do {
      let port = channel.localAddress?.port ?? 0
      result = .success(try await body(RawUpstream(url: "http://127.0.0.1:\(port)")))
    } catch {
      result = .failure(error)
    }
    try await channel.close()
    try result.get()
  }
}
