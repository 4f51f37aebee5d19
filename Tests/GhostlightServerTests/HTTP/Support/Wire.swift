import GhostlightCore
import NIOCore
import NIOEmbedded

@testable import GhostlightServer

/// A connection without a socket, whose time is turned by hand.
struct Wire {
  /// Stands for a socket whose buffer is full after a write.
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

  /// Connects to a responder.
  init(
    _ responder: Responder, limits: ServerLimits = .standard,
    executor: any WorkExecutor = ManualExecutor(), sharing resources: ServerResources? = nil
  ) throws {
    let resources = resources ?? ServerResources(executor: executor, limits: limits)
    let handler = ConnectionHandler(
      responder: responder, resources: resources, scheme: "http", authority: "here:1",
      limits: limits,
      date: DateField(now: { 0 }))
    try channel.pipeline.syncOperations.addHandler(valve)
    try ConnectionHandler.install(
      handler, in: channel.pipeline.syncOperations, limits: limits)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// The client's bytes, in one read.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// The client's bytes, in one read, with what the loop does at its end.
  func send(_ bytes: [UInt8]) throws {
    try channel.writeInbound(ByteBuffer(bytes: bytes))
    run()
  }

  /// What has come back since the last look.
  func received() throws -> String { String(decoding: try receivedBytes(), as: UTF8.self) }

  /// What has come back since the last look, as bytes.
  func receivedBytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }

  /// The number of writes since the last look.
  func writes() throws -> Int {
    var count = 0
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      count += buffer.readableBytes > 0 ? 1 : 0
    }
    return count
  }

  /// Lets time pass.
  func pass(milliseconds: Int64) {
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds))
  }

  /// Lets the client stop taking what it gets, or go on.
  func setWritable(_ isWritable: Bool) {
    channel.isWritable = isWritable
    channel.pipeline.fireChannelWritabilityChanged()
  }

  /// Lets the client take one write more, and then nothing until it is writable again.
  func stopTakingAfterNextWrite() { valve.isArmed = true }

  /// Whether the connection wants to read on.
  func wantsMore() -> Bool {
    let before = valve.reads
    channel.read()
    return valve.reads > before
  }

  /// Lets the loop do what others have asked of it.
  func run() { channel.embeddedEventLoop.run() }

  /// Lets the client say that it sends nothing more.
  func closeInput() { channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }

  /// Lets the client go.
  func close() throws { _ = try channel.finish(acceptAlreadyClosed: true) }

  /// Whether the connection still stands.
  var isOpen: Bool { channel.isActive }
}
