public import GhostlightCore
import HTTPTypes

extension Transport {
  /// Hands requests to a responder in this process; no URL loading, no socket, no hop.
  ///
  /// What a server would act out on the connection becomes the error that a client would see.
  public static func inProcess(_ responder: Responder) -> Transport {
    var transport = Transport { request throws(TransportError) in
      try deliver(await responder.respond(request), to: request)
    }
    if let respondNow = responder.respondNow {
      transport.sendNow = { request throws(TransportError) in
        try deliver(respondNow(request), to: request)
      }
    }
    return transport
  }

  private static func deliver(
    _ response: Response, to request: Request
  ) throws(TransportError) -> Response {
    switch response.delivery {
    case .whole, .dribble: break
    case .reset: throw .connectionReset
    case .empty: throw .emptyReply
    case .truncated(let bytes):
      let count = response.body.count
      throw .truncatedBody(received: min(max(0, bytes), count), of: count)
    case .malformedChunk: throw .malformedResponse
    }
    var received = response
    if request.method == .head { received.body = [] }
    return received
  }
}
