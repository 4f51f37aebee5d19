import GhostlightCore
import NIOCore
import NIOEmbedded

@testable import GhostlightServer

/// A connection without a socket, whose clock a test advances.
struct Wire {
  /// Simulates a socket whose send buffer is full after a write.
  private final class Valve: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    var isArmed = false
    var reads = 0

    func read(context: ChannelHandlerContext) {
      reads += 1
      context.read()
    }

    func write(
      context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
      context.write(data, promise: promise)
      guard isArmed, let channel = context.channel as? EmbeddedChannel else { return }
      isArmed = false
      channel.isWritable = false
      context.fireChannelWritabilityChanged()
    }
  }

  private let channel = EmbeddedChannel()
  private let valve = Valve()
  private let handler: ConnectionHandler

  /// Creates a connection to a responder.
  init(
    _ responder: Responder, limits: ServerLimits = .standard,
    executor: any WorkExecutor = ManualExecutor(), sharing resources: ServerResources? = nil
  ) throws {
    let resources = resources ?? ServerResources(executor: executor, limits: limits)
    handler = ConnectionHandler(
      responder: responder, resources: resources, scheme: "http", authority: "here:1",
      limits: limits,
      date: DateField(now: { 0 }))
    try channel.pipeline.syncOperations.addHandler(valve)
    try ConnectionHandler.install(
      handler, in: channel.pipeline.syncOperations, limits: limits)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// Delivers text from the client to the server, in one read.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Delivers bytes from the client to the server in one read, and runs the event loop.
  func send(_ bytes: [UInt8]) throws {
    try channel.writeInbound(ByteBuffer(bytes: bytes))
    run()
  }

  /// Returns the text that the client has received since the last call.
  func received() throws -> String { String(decoding: try receivedBytes(), as: UTF8.self) }

  /// Returns the bytes that the client has received since the last call.
  func receivedBytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }

  /// Returns the number of writes by the server since the last call.
  func writes() throws -> Int {
    var count = 0
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      count += buffer.readableBytes > 0 ? 1 : 0
    }
    return count
  }

  /// Advances the event loop's clock.
  func pass(milliseconds: Int64) {
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
  }

  /// Sets whether the client is receiving bytes.
  func setWritable(_ isWritable: Bool) {
    channel.isWritable = isWritable
    channel.pipeline.fireChannelWritabilityChanged()
  }

  /// Sets the channel to unwritable after the next write.
  func stopTakingAfterNextWrite() { valve.isArmed = true }

  /// Returns whether the server reads more from the client.
  func wantsMore() -> Bool {
    let before = valve.reads
    channel.read()
    return valve.reads > before
  }

  /// Runs the pending tasks of the event loop.
  func run() { channel.embeddedEventLoop.run() }

  /// Announces to the connection that the server stops.
  func drain() { handler.drain() }

  /// Closes the client's sending side.
  func closeInput() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

  /// Closes the client's connection.
  func close() throws { _ = try channel.finish(acceptAlreadyClosed: true) }

  var isOpen: Bool { channel.isActive }
}
