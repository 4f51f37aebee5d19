import NIOCore

extension ChannelHandlerContext {
  /// The bytes written to the channel that its client has not taken yet.
  var unsentBytes: Int {
    do {
      return try channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
    } catch {
      return 0
    }
  }
}
