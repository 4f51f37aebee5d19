import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// A browser's requests to five servers, with content codings, images, uploads and redirects.
///
/// All servers have the same paths.
struct BrowserSession {
  /// One request with its response.
  struct Exchange {
    let request: Request
    /// The response, with its body decoded.
    let response: Response
    /// The content coding with which the server sent the body; empty if it was not coded.
    var coding = ""

    /// The body as the server sent it, encoded with `coding`.
    var codedBody: [UInt8] {
      switch coding {
      case "gzip": Deflating.gzip(response.body)
      case "deflate": Deflating.zlib(response.body)
      default: response.body
      }
    }
  }

  static let hosts = [
    ("https", "shop.example.com"), ("https", "api.example.com"), ("https", "cdn.example.net"),
    ("http", "localhost:3000"), ("https", "login.example.org:8443"),
  ]

  static let exchanges: [Exchange] = hosts.enumerated().flatMap { number, host in
    exchanges(of: host, number)
  }

  private static func exchanges(of host: (String, String), _ number: Int) -> [Exchange] {
    let title = "host \(number)"
    let coding = ["gzip", "deflate", "", "gzip", "deflate"][number]
    return [
      Exchange(
        request: request(.get, "/", host),
        response: text("text/html; charset=utf-8", "<h1>\(title) – grüß Gott</h1>"), coding: coding),
      Exchange(
        request: request(.get, "/logo.png?v=1&v=2", host), response: binary("image/png", number)),
      Exchange(
        request: request(.get, "/data.bin", host),
        response: binary("application/octet-stream", number + 7), coding: coding),
      Exchange(request: request(.get, "/old", host), response: redirect(to: "/new")),
      Exchange(
        request: request(.get, "/new", host), response: text("text/plain", "moved \(title)")),
      Exchange(
        request: post("/search", "application/json", #"{"q":"\#(title)","page":1}"#, host),
        response: text("application/json", #"{"found":[\#(number)],"by":"\#(title)"}"#),
        coding: coding),
      Exchange(
        request: post("/form", formType, "a=b+c&name=gr%C3%BC%C3%9Fe&n=\(number)", host),
        response: Response(.noContent)),
      Exchange(request: upload(host, number), response: text("application/json", "\(number)")),
      Exchange(request: request(.head, "/", host), response: Response(.ok)),
    ]
  }

  private static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ host: (String, String)
  ) -> Request {
    Request(
      method, target, scheme: host.0, authority: host.1,
      headers: [.accept: "*/*", .cookie: "theme=dark; n=1"])
  }

  private static func post(
    _ target: RequestTarget, _ type: String, _ body: String, _ host: (String, String)
  ) -> Request {
    var request = request(.post, target, host)
    request.headers[.contentType] = type
    request.body = Array(body.utf8)
    return request
  }

  static let formType = "application/x-www-form-urlencoded"

  /// Returns a file upload whose binary content every HAR dialect can store.
  private static func upload(_ host: (String, String), _ number: Int) -> Request {
    let boundary = "----WebKitFormBoundary\(number)aBcD"
    var request = request(.post, "/upload", host)
    request.headers[.contentType] = "multipart/form-data; boundary=\(boundary)"
    request.body =
      Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n".utf8)
      + Array("photo \(number)\r\n--\(boundary)\r\n".utf8)
      + Array("Content-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n".utf8)
      + Array("Content-Type: image/png\r\n\r\n".utf8) + [0x89, 0x50, UInt8(number), 0xFF, 0xFE]
      + Array("\r\n--\(boundary)--\r\n".utf8)
    return request
  }

  private static func text(_ type: String, _ text: String) -> Response {
    Response(
      .ok, headers: [.contentType: type, .setCookie: "seen=1; Path=/"], body: Array(text.utf8))
  }

  private static func binary(_ type: String, _ number: Int) -> Response {
    let body = (0..<600).map { UInt8(truncatingIfNeeded: $0 * 31 + number) }
    return Response(.ok, headers: [.contentType: type], body: [0x89, 0xFF, 0x00] + body)
  }

  private static func redirect(to path: String) -> Response {
    Response(.found, headers: [.location: path, .setCookie: "a=1; Path=/"])
  }
}
