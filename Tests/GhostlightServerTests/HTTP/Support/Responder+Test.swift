import GhostlightCore
import HTTPTypes

extension Responder {
  /// A responder that returns the request's method, target, host and body.
  static let echo = Responder(name: "echo", immediate: Response.echo)

  /// The same responder as `echo`, but it responds from a task.
  static let slowEcho = Responder(name: "echo") { request in Response.echo(request) }

  /// Returns a responder that returns `response` for every request.
  static func always(_ response: Response) -> Responder {
    Responder(name: "always", immediate: { _ in response })
  }
}

extension Response {
  /// Returns a response with a text such as `POST /a localhost body` and a fixed date.
  static func echo(_ request: Request) -> Response {
    .text(
      "\(request.method) \(request.target) \(request.authority) "
        + String(decoding: request.body, as: UTF8.self))
  }

  /// Returns a response with a text and a fixed date.
  static func text(_ text: String) -> Response {
    Response(.ok, headers: [.date: "then"], body: Array(text.utf8))
  }

  /// Returns the serialized form of a response, with optional extra header lines.
  static func wire(_ body: String, _ status: String = "200 OK", extra: String = "") -> String {
    "HTTP/1.1 \(status)\r\nDate: then\r\nContent-Length: \(body.utf8.count)\r\n\(extra)\r\n\(body)"
  }
}
