import NIOCore
import NIOPosix

@testable import GhostlightServer

/// A server that responds to each read with the same bytes, even if they are not valid HTTP.
struct RawUpstream {
  private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: String
    /// Called after each response was sent.
    private let end: (ChannelHandlerContext) -> Void

    init(_ answer: String, end: @escaping (ChannelHandlerContext) -> Void) {
      (self.answer, self.end) = (answer, end)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.assumeIsolated().whenComplete { [end] _ in end(context) }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: written)
    }
  }

  /// The handler between TLS and the socket, which can close the socket without ending TLS.
  private final class Cable: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func cut() { context?.close(promise: nil) }
  }

  let url: String

  /// Runs the server while `body` runs.
  static func run(
    _ answer: String, _ body: (RawUpstream) async throws -> Void
  ) async throws {
    try await run("http", body) { pipeline in
      try pipeline.addHandler(Answering(answer) { _ in })
    }
  }

  /// Runs a server with TLS while `body` runs.
  ///
  /// It closes each connection after its first response, and only if `notifies` is `true` sends
  /// `close_notify`.
  static func run(
    _ answer: String, endingWith tls: TLSContext, notifies: Bool,
    _ body: (RawUpstream) async throws -> Void
  ) async throws {
    try await run("https", body) { pipeline in
      let cable = Cable()
      try pipeline.addHandler(cable)
      try tls.secure(pipeline, after: cable)
      try pipeline.addHandler(
        Answering(answer) { context in
          if notifies { context.close(promise: nil) } else { cable.cut() }
        })
    }
  }

  private static func run(
    _ scheme: String, _ body: (RawUpstream) async throws -> Void,
    _ install: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
  ) async throws {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try install(channel.pipeline.syncOperations) }
      }.bind(host: "127.0.0.1", port: 0).get()
    let result: Result<Void, any Error>
    do {
      let port = channel.localAddress?.port ?? 0
      result = .success(try await body(RawUpstream(url: "\(scheme)://127.0.0.1:\(port)")))
    } catch {
      result = .failure(error)
    }
    try await channel.close()
    try result.get()
  }
}
