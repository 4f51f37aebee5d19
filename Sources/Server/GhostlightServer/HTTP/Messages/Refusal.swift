import GhostlightCore
import HTTPTypes

/// The reason why a request is rejected before a responder sees it; the connection then closes.
enum Refusal: Error, Hashable, CaseIterable {
  case malformed
  case malformedTarget
  case hostMissing
  case hostRepeated
  case hostMalformed
  case lengthAndCoding
  case headTooSlow
  case bodyTooLarge
  case targetTooLong
  case expectationUnknown
  case headTooLarge
  case codingUnknown
  case methodUnsupported
  case serverFull
  case bodiesFull
  case versionUnsupported

  /// The status of the response, and the text of its body.
  private var answer: (HTTPResponse.Status, String) {
    switch self {
    case .malformed: (.badRequest, "This is not an HTTP/1.1 request.")
    case .malformedTarget: (.badRequest, "The request target is malformed.")
    case .hostMissing: (.badRequest, "The Host field is missing.")
    case .hostRepeated: (.badRequest, "There is more than one Host field.")
    case .hostMalformed: (.badRequest, "The Host field is malformed.")
    case .lengthAndCoding:
      (.badRequest, "Content-Length and Transfer-Encoding contradict each other.")
    case .headTooSlow: (.requestTimeout, "The request came too slowly.")
    case .bodyTooLarge:
      (.contentTooLarge, "The request body is too large; \(Self.remedy("Body"))")
    case .targetTooLong: (.uriTooLong, "The request target is too long; \(Self.remedy("Head"))")
    case .expectationUnknown: (.expectationFailed, "Only 100-continue can be expected.")
    case .headTooLarge:
      (.requestHeaderFieldsTooLarge, "The request header is too large; \(Self.remedy("Head"))")
    case .codingUnknown: (.notImplemented, "The only transfer coding here is chunked.")
    case .methodUnsupported: (.notImplemented, "This server is not a proxy.")
    case .serverFull:
      (.serviceUnavailable, "There are too many connections; \(Self.remedy("Connections"))")
    case .bodiesFull:
      (
        .serviceUnavailable,
        "There are too many request bodies at a time: send it again later, or "
          + Self.remedy("Bodies")
      )
    case .versionUnsupported:
      (
        HTTPResponse.Status(code: 505, reasonPhrase: "HTTP Version Not Supported"),
        "Only HTTP/1.0 and HTTP/1.1 are spoken here."
      )
    }
  }

  /// The plain-text response.
  var response: Response {
    let (status, text) = answer
    var response = Response(status, headers: Self.fields, body: Array((text + "\n").utf8))
    if self == .bodiesFull { response.headers[.retryAfter] = "1" }
    return response
  }

  /// The reason that the reader of a streamed body receives when the body ends early.
  var uploadReason: String {
    switch self {
    case .headTooSlow: "the client sends too slowly"
    case .bodiesFull: "the server has no room for the body"
    default: "the client broke off"
    }
  }

  /// Returns the remedy for a limit with a name such as `Body`: its member in the configuration, and
  /// its option of the commands that may have no configuration.
  static func remedy(_ name: String) -> String {
    "raise \"limits.max\(name)\" in ghostlight.json, or --max-\(name.lowercased()) of record, replay "
      + "and stub."
  }

  private static let fields: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
}
