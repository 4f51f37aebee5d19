import GhostlightCore
import HTTPTypes
import NIOHTTP1

/// Which header fields pass from a client to an upstream, and back.
///
/// - Source: RFC 9110, section 7.6.1; RFC 6265, section 5.4.
enum UpstreamFields {
  /// The fields of a request, in order; one `Cookie`, and no coding of the body asked for.
  static func headers(of request: Request) -> HTTPHeaders {
    let named = request.headers.tokens(of: .connection)
    var headers = HTTPHeaders()
    var cookies: [String] = []
    for field in request.headers {
      let name = field.name.canonicalName
      guard !ofConnection.contains(name), !named.contains(name), !ours.contains(name) else {
        continue
      }
      if name == "cookie" {
        cookies.append(field.value)
      } else {
        headers.add(name: field.name.rawName, value: field.value)
      }
    }
    if !cookies.isEmpty { headers.add(name: "Cookie", value: cookies.joined(separator: "; ")) }
    headers.add(name: "Accept-Encoding", value: "identity")
    return headers
  }

  /// Removes what concerns the connection to the upstream alone.
  static func strip(_ fields: inout HTTPFields) {
    let named = fields.tokens(of: .connection)
    var kept = HTTPFields()
    for field in fields {
      let name = field.name.canonicalName
      guard !ofConnection.contains(name), !named.contains(name) else { continue }
      kept.append(field)
    }
    fields = kept
  }

  private static let ofConnection: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection",
    "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// What the connection to the upstream says for itself.
  private static let ours: Set<String> = ["host", "content-length", "accept-encoding", "expect"]
}
