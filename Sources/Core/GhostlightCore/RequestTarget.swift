/// The target of a request line, kept to the byte, beside its decoded parts.
///
/// Signatures cover the raw bytes, so nothing here is ever normalised: `[`, `]` and other
/// characters that RFC 3986 wants escaped are accepted as they come.
public struct RequestTarget: Sendable, Hashable {
  /// What stood in the request line: `/todo/a%20b?priority[gte]=2`.
  public let raw: String

  /// The number of bytes before the `?`.
  package let pathLength: Int

  /// Keeps `raw` as it is.
  public init(_ raw: String) {
    var contiguous = raw
    pathLength = contiguous.withUTF8 { $0.firstIndex(of: UInt8(ascii: "?")) ?? $0.count }
    self.raw = contiguous
  }

  /// The path, not decoded: `/todo/a%20b`.
  public var rawPath: String { String(decoding: raw.utf8.prefix(pathLength), as: UTF8.self) }

  /// The query without its `?`, not decoded; `nil` where the target has none.
  public var rawQuery: String? {
    guard raw.utf8.count > pathLength else { return nil }
    return String(decoding: raw.utf8.dropFirst(pathLength + 1), as: UTF8.self)
  }

  /// The decoded path, or `nil` where an escape is malformed or no UTF-8 results.
  public var path: String? { PercentEncoding.decode(rawPath) }

  /// The decoded query in order, `+` being a plus; `nil` where an escape is malformed.
  ///
  /// Empty where there is no query.
  public var queryItems: [QueryItem]? {
    guard let rawQuery else { return [] }
    var items: [QueryItem] = []
    for pair in rawQuery.utf8.split(separator: UInt8(ascii: "&")) {
      let name: Substring.UTF8View
      let value: Substring.UTF8View?
      if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
        name = pair[..<equals]
        value = pair[pair.index(after: equals)...]
      } else {
        name = pair
        value = nil
      }
      guard let decodedName = PercentEncoding.decode(String(decoding: name, as: UTF8.self)) else {
        return nil
      }
      guard let value else {
        items.append(QueryItem(name: decodedName, value: nil))
        continue
      }
      guard let decoded = PercentEncoding.decode(String(decoding: value, as: UTF8.self)) else {
        return nil
      }
      items.append(QueryItem(name: decodedName, value: decoded))
    }
    return items
  }
}

extension RequestTarget: ExpressibleByStringLiteral {
  /// Keeps the literal as it is.
  public init(stringLiteral value: String) { self.init(value) }
}

extension RequestTarget: CustomStringConvertible {
  /// The raw target.
  public var description: String { raw }
}
