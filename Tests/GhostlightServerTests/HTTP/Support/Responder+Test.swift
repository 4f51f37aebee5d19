import GhostlightCore
import HTTPTypes

extension Responder {
  /// Answers method, target, host and body of the request, in fixed form.
  static let echo = Responder(name: "echo", immediate: Response.echo)

  /// The same, from a task.
  static let slowEcho = Responder(name: "echo") { request in Response.echo(request) }

  /// Answers `response` to everything.
  static func always(_ response: Response) -> Responder {
    Responder(name: "always") { _ in response }
      .withNow { _ in response }
  }

  private func withNow(_ now: @escaping @Sendable (Request) -> Response) -> Responder {
    var responder = self
    responder.respondNow = now
    return responder
  }
}

extension Response {
  /// `POST /a localhost body`, with a still date.
  static func echo(_ request: Request) -> Response {
    .text(
      "\(request.method) \(request.target) \(request.authority) "
        + String(decoding: request.body, as: UTF8.self))
  }

  /// A text with a still date.
  static func text(_ text: String) -> Response {
    Response(.ok, headers: [.date: "then"], body: Array(text.utf8))
  }

  /// Response text as it must come over the wire, with extra head lines.
  static func wire(_ body: String, _ status: String = "200 OK", extra: String = "") -> String {
    "HTTP/1.1 \(status)\r\nDate: then\r\nContent-Length: \(body.utf8.count)\r\n\(extra)\r\n\(body)"
  }
}
