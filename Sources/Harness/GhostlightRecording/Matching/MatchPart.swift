public import GhostlightCore
public import HTTPTypes

/// One part of a request that must agree for two requests to match.
///
/// A ``Matcher`` is a list of parts. Use the predefined ones, such as ``method`` and ``path``,
/// choose header fields with ``headers(_:)``, or write your own with `custom`. A part with a key
/// allows a fast lookup among many recorded exchanges. Parts are values and may be used by several
/// threads at once.
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

  /// The name of the part in reports, such as `query`.
  public let name: String
  /// The bytes for a fast lookup; `nil` if requests can only be compared in pairs.
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

  /// Returns the differences of a request from a recorded one; an empty array if they match.
  public func differences(of request: Request, from recorded: Request) -> [MatchDifference] {
    compare(request, recorded)
  }

  /// Returns a part that compares one text, byte by byte.
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
  /// A part for the method.
  public static let method = text("method", weight: 2) { $0.method.rawValue }

  /// A part for the scheme, `http` or `https`.
  public static let scheme = text("scheme") { $0.scheme.lowercased() }

  /// A part for the host that the client named, in any case, without its port.
  public static let host = text("host") { $0.host.lowercased() }

  /// A part for the port that the client named, or otherwise the default port of the scheme.
  public static let port = text("port") { String($0.port) }

  /// A part for the path, segment by segment and decoded: `%7E` equals `~`, but `%2F` does not
  /// equal `/`.
  ///
  /// A slash at the end counts. A segment with a malformed escape is compared as it was sent.
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
  /// A part for the decoded parameters of the query, in any order, including repeated ones.
  public static let query = query(ignoring: [])

  /// Returns a part for all parameters of the query except those with the given names.
  ///
  /// `a` differs from `a=`. A query with a malformed escape is compared as it was sent.
  public static func query(ignoring names: Set<String>) -> MatchPart {
    MatchPart("query") { request, key in
      key.append(anyOrder: items(of: request, ignoring: names).map(\.matchKey))
    } compare: { request, recorded in
      MatchDifference.between(
        items(of: request, ignoring: names), items(of: recorded, ignoring: names), part: "query")
    }
  }

  private static func items(of request: Request, ignoring names: Set<String>) -> [QueryItem] {
    guard let items = request.target.queryItems else {
      return [QueryItem(name: request.target.rawQuery ?? "", value: nil)]
    }
    return names.isEmpty ? items : items.filter { !names.contains($0.name) }
  }
}

extension MatchPart {
  /// Returns a part for the given header fields, each with all of its values in the order in which
  /// they were sent.
  ///
  /// A matcher ignores header fields unless such a part names them.
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

  /// Returns one text for the values of a field, `nil` if there are none.
  private static func text(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension MatchPart {
  /// A part for the body: JSON by value, a form or multipart body in any order, all others byte by
  /// byte.
  ///
  /// A body is JSON if it parses, and begins with `{` or `[` or has JSON in its `Content-Type`. It
  /// is a form if its `Content-Type` is that of a URL-encoded form. The parts of a multipart body
  /// are read in the same way, and its boundary is ignored.
  public static let body = body(ignoring: [])

  /// Returns a part for the body, like ``body``, without the form fields that have the given names.
  public static func body(ignoring names: Set<String>) -> MatchPart {
    reading { BodyReading(of: $0, as: .any, ignoring: names) }
  }

  /// Returns a part for the body, like ``body``, without some form fields and JSON paths.
  ///
  /// Values at these paths may differ or be absent.
  public static func body(
    ignoring names: Set<String> = [], paths: [JSONPath]
  ) -> MatchPart {
    let mask = DriftMask(absent: paths)
    return reading { BodyReading(of: $0, as: .any, ignoring: names).masked(by: mask) }
  }

  /// A part for the body as JSON by value: members in any order, and `1` equals `1.0`.
  ///
  /// A body that is not JSON is compared byte by byte.
  public static let jsonBody = reading { BodyReading(of: $0, as: .jsonOnly) }

  /// A part for the body as a form with its fields in any order, whatever the `Content-Type` says.
  public static let formBody = reading { BodyReading(of: $0, as: .formOnly) }

  /// A part for the body, byte by byte.
  public static let bodyBytes = reading { .bytes($0.body) }

  /// A part for the body as JSON that has at least the recorded values.
  ///
  /// Objects may have more members than the recorded ones, at any depth; arrays must have the same
  /// number of elements. A body that is not JSON is compared byte by byte. Requests are compared in
  /// pairs, so lookup takes time if many recorded exchanges are otherwise alike.
  public static let jsonBodySubset = jsonBodySubset(ignoring: [])

  /// Returns a part for the body, like ``jsonBodySubset``, that ignores the values at the given
  /// paths.
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
  /// Returns a part that compares a text that a closure extracts, such as a path without its
  /// tenant.
  ///
  /// Lookup stays fast with it, unlike with a closure that compares two requests.
  public static func custom(
    _ name: String, of text: @escaping @Sendable (Request) -> String?
  ) -> MatchPart {
    Self.text(name, text)
  }

  /// Returns a part in which a closure decides whether a request matches a recorded one.
  ///
  /// Requests are compared in pairs, so lookup takes time if many recorded exchanges are otherwise
  /// alike.
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
  /// Creates a mask of places that may differ or be absent.
  fileprivate init(absent paths: [JSONPath]) {
    self.init(places: Dictionary(paths.map { ($0, .presence) }) { first, _ in first })
  }
}

extension BodyReading {
  /// Returns the body with the JSON places of a mask hidden.
  fileprivate func masked(by mask: DriftMask) -> BodyReading {
    guard case .json(let value) = self else { return self }
    return .json(mask.applied(to: value))
  }
}

extension QueryItem {
  /// The key of the pair when a matcher compares it, byte by byte.
  var matchKey: MatchKey {
    var key = MatchKey(name)
    key.append(value)
    return key
  }

  /// The value of the pair as a report shows it.
  var quoted: String { value.map { $0.isEmpty ? "empty" : $0 } ?? "without a value" }
}

extension Request {
  /// The request line in reports: `GET /todo?priority[gte]=2`.
  var line: String { "\(method.rawValue) \(target.raw)" }
}

extension String {
  /// The text for a report: shortened to 97 characters and `...` if it has more than 100 bytes.
  var shortened: String {
    guard utf8.count > 100 else { return self }
    let start = prefix(97)
    return start.utf8.count == utf8.count ? self : start + "..."
  }
}
