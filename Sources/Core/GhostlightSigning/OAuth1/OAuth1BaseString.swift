package import GhostlightCore

/// The text that an OAuth1 signature is made of.
///
/// - Source: RFC 5849, section 3.4.1.
package struct OAuth1BaseString: Sendable, Hashable {
  /// The text, all ASCII.
  package let text: String

  /// Joins method, URL and parameters: those of the query and those of the header field.
  ///
  /// A query with broken escapes takes part as one name, as it stands.
  package init(_ request: OAuth1Request, parameters: [FormField]) {
    let target = Array(request.target.utf8)
    let queryStart = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    let query = target[queryStart...].dropFirst()
    let fields =
      FormURLEncoding.parse(query) ?? [FormField(String(decoding: query, as: UTF8.self), "")]
    let path = String(decoding: target[..<queryStart], as: UTF8.self)
    let encoded = [
      request.method.uppercased(), Self.origin(request) + path,
      Self.normalize(parameters + fields),
    ].map(PercentEncoding.encode)
    text = encoded.joined(separator: "&")
  }

  /// The HMAC-SHA1 signature with a consumer's secret and no token, in base64.
  package func signature(secret: String) -> String {
    let key = PercentEncoding.encode(secret) + "&"
    return Base64.encode(
      MessageAuthentication.sha1(key: Array(key.utf8), message: Array(text.utf8)))
  }

  /// Scheme, host, and a port other than the scheme's default.
  private static func origin(_ request: OAuth1Request) -> String {
    let scheme = request.scheme.lowercased()
    let origin = scheme + "://" + request.host.lowercased()
    let defaultPort = scheme == "https" ? 443 : 80
    guard let port = request.port, port != defaultPort else { return origin }
    return origin + ":" + String(port)
  }

  /// The parameters encoded, then sorted by name and value, then joined.
  private static func normalize(_ parameters: [FormField]) -> String {
    let encoded = parameters.map {
      FormField(PercentEncoding.encode($0.name), PercentEncoding.encode($0.value))
    }
    let sorted = encoded.sorted {
      $0.name == $1.name ? $0.value < $1.value : $0.name < $1.name
    }
    return sorted.map { $0.name + "=" + $0.value }.joined(separator: "&")
  }
}
