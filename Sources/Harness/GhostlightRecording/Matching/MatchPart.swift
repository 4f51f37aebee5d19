public import GhostlightCore
public import HTTPTypes

/// One part of a request, such as the path, that must agree for two requests to match.
///
/// A ``Matcher`` is a list of parts. Use the predefined parts, such as ``method`` and ``path``,
/// select header fields with ``headers(_:)``, or write your own with `custom`. Parts that compute a
/// key allow a fast lookup among many recorded exchanges. Parts are values and may be used by
/// several threads at once.
///
/// ```swift
/// import GhostlightRecording
///
/// // Ignores a query parameter that differs each time.
/// let matcher = Matcher([.method, .path, .query(ignoring: ["cachebuster"]), .body])
/// ```
public struct MatchPart: Sendable {
  /// Appends bytes that are the same for two requests only if the part finds no difference.
  typealias Key = @Sendable (Request, inout MatchKey) -> Void

  /// The part's name in reports, such as `query`.
  public let name: String
  /// Computes bytes for a fast lookup; `nil` if two requests must be compared with each other.
  let key: Key?

  private let compare: @Sendable (Request, Request) -> [MatchDifference]

  init(
    _ name: String, key: Key?,
    compare: @escaping @Sendable (_ request: Request, _ recorded: Request) -> [MatchDifference]
  ) {
    self.name = name
    self.key = key
    self.compare = compare
  }

  /// Returns the differences between a request and a recorded one; empty if the part matches.
  public func differences(of request: Request, from recorded: Request) -> [MatchDifference] {
    compare(request, recorded)
  }

  /// Returns a part that compares a string of each request, byte by byte.
  static func text(
    _ name: String, place: String? = nil, weight: Int = 1,
    _ read: @escaping @Sendable (Request) -> String?
  ) -> MatchPart {
    MatchPart(name) { request, key in
      key.append(read(request))
    } compare: { request, recorded in
      let (actual, expected) = (read(request), read(recorded))
      guard !Self.haveSameBytes(actual, expected) else { return [] }
      return [
        MatchDifference(name, at: place, actual: actual, recorded: expected, weight: weight)
      ]
    }
  }

  private static func haveSameBytes(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.utf8.elementsEqual(right.utf8)
  }
}

extension MatchPart {
  /// Compares the HTTP method.
  public static let method = text("method", weight: 2) { $0.method.rawValue }

  /// Compares the scheme, `http` or `https`, ignoring case.
  public static let scheme = text("scheme") { $0.scheme.lowercased() }

  /// Compares the host that the client named, ignoring case, and without its port.
  public static let host = text("host") { $0.host.lowercased() }

  /// Compares the port that the client named, or the scheme's default port if it named none.
  public static let port = text("port") { String($0.port) }

  /// Compares the path, segment by segment and percent-decoded: `%7E` equals `~`, but `%2F` does
  /// not equal `/`.
  ///
  /// A slash at the end is significant. A segment with an invalid escape is compared undecoded.
  public static let path = MatchPart("path") { request, key in
    let segments = segments(of: request)
    key.append(segments.count)
    for segment in segments { key.append(segment) }
  } compare: { request, recorded in
    let (actual, expected) = (segments(of: request), segments(of: recorded))
    let unequal = zip(actual, expected).count { !$0.utf8.elementsEqual($1.utf8) }
    let weight = 3 * unequal + 4 * abs(actual.count - expected.count)
    guard weight > 0 else { return [] }
    return [
      MatchDifference(
        "path", actual: request.target.rawPath, recorded: recorded.target.rawPath, weight: weight)
    ]
  }

  private static func segments(of request: Request) -> [String] {
    let path = request.target.rawPath
    return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { segment in
        let text = String(decoding: segment, as: UTF8.self)
        return PercentEncoding.decode(text) ?? text
      }
  }
}

extension MatchPart {
  /// Compares the decoded query parameters, including repeated ones; their order does not matter.
  ///
  /// A space may be written as `+` or as `%20`.
  public static let query = query(ignoring: [])

  /// Returns a part that compares all query parameters except those with the given names.
  ///
  /// `a` differs from `a=`. A query with an invalid escape is compared undecoded.
  public static func query(ignoring names: Set<String>) -> MatchPart {
    MatchPart("query") { request, key in
      key.append(anyOrder: items(of: request, ignoring: names).map(\.matchKey))
    } compare: { request, recorded in
      MatchDifference.between(
        items(of: request, ignoring: names), items(of: recorded, ignoring: names), part: "query")
    }
  }

  private static func items(of request: Request, ignoring names: Set<String>) -> [QueryItem] {
    var target = request.target
    // As in a form, so that the requests of clients that encode spaces differently match.
    if let query = target.rawQuery, query.utf8.contains(UInt8(ascii: "+")) {
      target = RequestTarget("?" + query.replacing("+", with: "%20"))
    }
    guard let items = target.queryItems else {
      return [QueryItem(name: request.target.rawQuery ?? "", value: nil)]
    }
    return names.isEmpty ? items : items.filter { !names.contains($0.name) }
  }
}

extension MatchPart {
  /// Returns a part that compares the given header fields.
  ///
  /// The values of each field are compared in the order in which they were sent. A matcher ignores
  /// all header fields that no such part names.
  public static func headers(_ names: HTTPField.Name...) -> MatchPart {
    MatchPart("header") { request, key in
      for name in names {
        let values = request.headers[values: name]
        key.append(values.count)
        for value in values { key.append(value) }
      }
    } compare: { request, recorded in
      names.compactMap { name in
        let actual = request.headers[values: name]
        let expected = recorded.headers[values: name]
        guard !actual.elementsEqual(expected) else { return nil }
        return MatchDifference(
          "header", at: name.rawName, actual: text(actual), recorded: text(expected))
      }
    }
  }

  /// Joins the values of a field into one string; `nil` if there are none.
  private static func text(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension MatchPart {
  /// Compares the body: JSON by value, forms and multipart bodies in any order, others byte by
  /// byte.
  ///
  /// A body is JSON if it is valid JSON, and either begins with `{` or `[` or has a `Content-Type`
  /// that contains `json`. It is a form if its `Content-Type` is that of a URL-encoded form. Each
  /// part of a multipart body is compared by the same rules, and the boundary is ignored.
  public static let body = body(ignoring: [])

  /// Returns a part that compares the body like ``body``, but ignores form fields with these names.
  public static func body(ignoring names: Set<String>) -> MatchPart {
    reading { BodyReading(of: $0, as: .any, ignoring: names) }
  }

  /// Returns a part that compares the body like ``body``, but ignores some form fields and JSON
  /// values.
  ///
  /// The values at `paths` may differ or be absent.
  public static func body(
    ignoring names: Set<String> = [], paths: [JSONPath]
  ) -> MatchPart {
    let mask = DriftMask(absent: paths)
    return reading { BodyReading(of: $0, as: .any, ignoring: names).masked(by: mask) }
  }

  /// Compares the body as JSON, by value: members in any order, and `1` equals `1.0`.
  ///
  /// A body that is not JSON is compared byte by byte.
  public static let jsonBody = reading { BodyReading(of: $0, as: .jsonOnly) }

  /// Compares the body as a form with its fields in any order, regardless of the `Content-Type`.
  public static let formBody = reading { BodyReading(of: $0, as: .formOnly) }

  /// Compares the body byte by byte.
  public static let bodyBytes = reading { .bytes($0.body) }

  /// Compares the body as JSON that must have at least the recorded values.
  ///
  /// Objects may have more members than the recorded objects, at any depth; arrays must have the
  /// same number of elements. A body that is not JSON is compared byte by byte. This part has no
  /// key for a fast lookup, so lookup is slow if many recorded exchanges are otherwise alike.
  public static let jsonBodySubset = jsonBodySubset(ignoring: [])

  /// Returns a part that compares the body like ``jsonBodySubset``, but ignores the values at
  /// `paths`.
  public static func jsonBodySubset(ignoring paths: [JSONPath]) -> MatchPart {
    let mask = DriftMask(absent: paths)
    return MatchPart("body", key: nil) { request, recorded in
      let actual = BodyReading(of: request, as: .jsonOnly).masked(by: mask)
      let expected = BodyReading(of: recorded, as: .jsonOnly).masked(by: mask)
      guard case .json(let whole) = actual, case .json(let part) = expected else {
        return actual.differences(from: expected)
      }
      return MatchDifference.between(whole.reduced(to: part), part)
    }
  }

  private static func reading(
    _ read: @escaping @Sendable (Request) -> BodyReading
  ) -> MatchPart {
    MatchPart("body") { request, key in
      read(request).append(to: &key)
    } compare: { request, recorded in
      read(request).differences(from: read(recorded))
    }
  }
}

extension MatchPart {
  /// Returns a part that compares a string of each request, such as the path without its tenant.
  ///
  /// The closure returns the string, or `nil` if the request has none. Lookup stays fast, unlike
  /// with `custom(_:matches:)`.
  public static func custom(
    _ name: String, of text: @escaping @Sendable (Request) -> String?
  ) -> MatchPart {
    Self.text(name, text)
  }

  /// Returns a part in which a closure decides whether a request matches a recorded request.
  ///
  /// This part has no key for a fast lookup, so lookup is slow if many recorded exchanges are
  /// otherwise alike.
  public static func custom(
    _ name: String,
    matches: @escaping @Sendable (_ request: Request, _ recorded: Request) -> Bool
  ) -> MatchPart {
    MatchPart(name, key: nil) { request, recorded in
      guard !matches(request, recorded) else { return [] }
      return [MatchDifference(name, actual: nil, recorded: nil)]
    }
  }
}

extension DriftMask {
  /// Creates a mask for places whose values may differ or be absent.
  fileprivate init(absent paths: [JSONPath]) {
    self.init(places: Dictionary(paths.map { ($0, .presence) }) { first, _ in first })
  }
}

extension BodyReading {
  /// Returns the body with the mask applied if it is JSON; other bodies are unchanged.
  fileprivate func masked(by mask: DriftMask) -> BodyReading {
    guard case .json(let value) = self else { return self }
    return .json(mask.applied(to: value))
  }
}

extension QueryItem {
  /// The pair's name and value as bytes for a lookup.
  var matchKey: MatchKey {
    var key = MatchKey(name)
    key.append(value)
    return key
  }

  /// The pair's value as reports show it.
  var quoted: String { value.map { $0.isEmpty ? "empty" : $0 } ?? "without a value" }
}

extension Request {
  /// The method and target, as reports show them: `GET /todo?priority[gte]=2`.
  var line: String { "\(method.rawValue) \(target.raw)" }
}

extension String {
  /// The string for reports: cut after 97 characters, followed by `...`, if it has more than 100
  /// bytes.
  var shortened: String {
    guard utf8.count > 100 else { return self }
    let start = prefix(97)
    return start.utf8.count == utf8.count ? self : start + "..."
  }
}
