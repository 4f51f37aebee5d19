import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Collects one response of a client connection.
final class ResponseCollector: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let promise: EventLoopPromise<Response>
  private let limits: PeerLimits
  private var response = Response(.ok)
  private var isDone = false

  init(_ promise: EventLoopPromise<Response>, _ limits: PeerLimits) {
    self.promise = promise
    self.limits = limits
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response.status = HTTPResponse.Status(
        code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
      response.headers = Self.fields(head.headers)
    case .body(let buffer):
      guard response.body.count + buffer.readableBytes <= limits.bodyBytes else {
        fail(PeerProblem.tooLarge(limit: limits.bodyBytes))
        return context.close(promise: nil)
      }
      response.body += Array(buffer: buffer)
    case .end:
      if !isDone {
        isDone = true
        promise.succeed(response)
      }
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent, let seconds = limits.silentSeconds {
      fail(PeerProblem.silent(seconds: seconds))
      return context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(PeerProblem.broken(reason: "the connection was closed"))
    context.fireChannelInactive()
  }

  private func fail(_ error: any Error) {
    guard !isDone else { return }
    isDone = true
    promise.fail(error)
  }

  private static func fields(_ headers: HTTPHeaders) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }
}
