import GhostlightCore

/// An absolute URL, split into scheme, authority and request target without changing any byte.
struct HARAddress {
  var scheme: String
  var authority: String
  var target: String

  init(_ request: Request) {
    scheme = request.scheme
    authority = request.authority
    target = request.target.raw
  }

  /// Parses a URL and discards its user, password and fragment, which requests do not carry.
  init?(url: String) {
    let bytes = Array(url.utf8)
    guard let scheme = Self.scheme(of: url) else { return nil }
    let start = scheme.utf8.count + 3
    guard bytes.count >= start, bytes[start - 2] == UInt8(ascii: "/"),
      bytes[start - 1] == UInt8(ascii: "/")
    else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let rest = bytes[start..<max(start, end)]
    let path = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    let named = rest[..<(path ?? rest.endIndex)]
    let host = named[((named.lastIndex(of: UInt8(ascii: "@")) ?? named.startIndex - 1) + 1)...]
    guard !host.isEmpty else { return nil }
    self.scheme = scheme
    authority = String(decoding: host, as: UTF8.self)
    target = String(decoding: rest[(path ?? rest.endIndex)...], as: UTF8.self)
    if !target.utf8.starts(with: "/".utf8) { target = "/" + target }
  }

  /// Reads the members `_scheme`, `_authority` and `_target`, for an entry whose `url` is not
  /// absolute.
  init?(_ request: JSONObject) {
    guard let scheme = request["_scheme"]?.string, let authority = request["_authority"]?.string,
      let target = request["_target"]?.string
    else { return nil }
    self.scheme = scheme
    self.authority = authority
    self.target = target
  }

  /// The three parts, joined to one URL.
  var url: String { "\(scheme)://\(authority)\(target)" }

  /// Replaces host and path by those that the client sent, because tools may normalize the URL.
  mutating func apply(_ fields: HARFields) {
    if let named = fields.pseudo[":authority"] ?? fields.host, !named.isEmpty { authority = named }
    if let path = fields.pseudo[":path"], path.hasPrefix("/") { target = path }
  }

  /// Appends a query to a URL that has none.
  ///
  /// Insomnia writes the query only as the list `queryString`.
  ///
  /// - Source: Insomnia `common/har.ts`, `exportHarWithRenderedRequest`.
  mutating func addQuery(_ items: [HARHeader]) {
    guard !items.isEmpty, !target.utf8.contains(UInt8(ascii: "?")) else { return }
    target += "?" + PercentEncoding.query(items.map { FormField($0.name, $0.value) })
  }

  /// Overrides the parts with the members `_scheme`, `_authority` and `_target`, if they exist.
  mutating func apply(_ request: JSONObject) {
    if let scheme = request["_scheme"]?.string { self.scheme = scheme }
    if let authority = request["_authority"]?.string { self.authority = authority }
    if let target = request["_target"]?.string { self.target = target }
  }

  /// Returns the scheme of a URL in lower case; `nil` if the URL does not begin with one.
  static func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].lowercased()
    let isOpaque = ["about", "blob", "data", "javascript"].contains(scheme)
    guard isOpaque || url[colon...].hasPrefix("://"), !scheme.isEmpty else { return nil }
    return scheme
  }
}
