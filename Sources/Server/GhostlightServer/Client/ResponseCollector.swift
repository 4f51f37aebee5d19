import NIOCore
import NIOHTTP1

/// Collects one response of a client connection.
final class ResponseCollector: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let promise: EventLoopPromise<ReceivedResponse>
  private var response = ReceivedResponse(status: 0, body: [], isOfEmulator: false)
  private var isDone = false

  init(_ promise: EventLoopPromise<ReceivedResponse>) { self.promise = promise }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response.status = Int(head.status.code)
      response.isOfEmulator = head.headers.contains(name: "X-Ghostlight-Reason")
    case .body(let buffer): response.body += Array(buffer: buffer)
    case .end:
      isDone = true
      promise.succeed(response)
      context.close(promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(ChannelError.eof)
    context.fireChannelInactive()
  }

  private func fail(_ error: any Error) {
    guard !isDone else { return }
    isDone = true
    promise.fail(error)
  }
}
