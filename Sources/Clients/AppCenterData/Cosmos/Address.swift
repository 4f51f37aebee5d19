import GhostlightCore
import HTTPTypes

/// The address of a service, to which paths are appended with exactly one slash.
struct Address: Sendable, Hashable {
  let scheme: String
  let authority: String
  /// Without a slash at its end.
  let path: String

  /// Takes `scheme://authority/path` apart; `https` where no scheme is named.
  init(_ text: String) {
    var rest = text[...]
    var scheme = "https"
    if let separator = text.firstRange(of: "://") {
      scheme = text[..<separator.lowerBound].lowercased()
      rest = text[separator.upperBound...]
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    self.scheme = scheme
    authority = String(rest[..<slash])
    self.path = path
  }

  func request(
    _ method: HTTPRequest.Method, _ path: String, body: [UInt8] = []
  ) -> Request {
    Request(
      method, RequestTarget(self.path + path), scheme: scheme, authority: authority, body: body)
  }
}
