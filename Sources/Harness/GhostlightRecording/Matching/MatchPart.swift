public import GhostlightCore
public import HTTPTypes

/// One thing that two requests must share to count as the same request.
public struct MatchPart: Sendable {
  /// Appends bytes that are the same for two requests exactly where the part sees no difference.
  typealias Key = @Sendable (Request, inout MatchKey) -> Void

  /// What reports call it: `query`.
  public let name: String
  /// What makes lookup fast; `nil` where requests can only be compared two by two.
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

  /// What the request has otherwise than the recorded one; nothing where they match.
  public func differences(of request: Request, from recorded: Request) -> [MatchDifference] {
    compare(request, recorded)
  }

  /// A part that looks at one text, compared byte by byte.
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
  /// The method.
  public static let method = text("method", weight: 2) { $0.method.rawValue }

  /// `http` or `https`.
  public static let scheme = text("scheme") { $0.scheme.lowercased() }

  /// The host that the client named, in any case, without its port.
  public static let host = text("host") { $0.host.lowercased() }

  /// The port that the client named, else the scheme's own.
  public static let port = text("port") { String($0.port) }

  /// The path, segment by segment and decoded: `%7E` is `~`, but `%2F` is no `/`.
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
  /// The parameters of the query, decoded, in any order; repeated ones count as often as sent.
  public static let query = query(ignoring: [])

  /// The parameters of the query but for those of some names.
  ///
  /// `a` is not `a=`. A query with a malformed escape is compared as it was sent.
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
  /// Chosen header fields, each with all of its values in the order sent.
  ///
  /// A matcher looks at no field that is not named in such a part.
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

  /// One text for the values of a field, `nil` for none.
  private static func text(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension MatchPart {
  /// The body as what it is: JSON by value, a form or multipart body in any order, all else byte by
  /// byte.
  ///
  /// JSON is what parses and begins with `{` or `[` or has JSON in its `Content-Type`; a form is
  /// what its `Content-Type` calls so. The parts of a multipart body are read so in turn, and its
  /// boundary is no matter.
  public static let body = body(ignoring: [])

  /// The body as what it is, but for the form fields of some names.
  public static func body(ignoring names: Set<String>) -> MatchPart {
    reading { BodyReading(of: $0, as: .any, ignoring: names) }
  }

  /// The body as what it is, but for the form fields of some names, and for what stands at some
  /// paths of JSON, or does not.
  public static func body(
    ignoring names: Set<String> = [], paths: [JSONPath]
  ) -> MatchPart {
    let mask = DriftMask(absent: paths)
    return reading { BodyReading(of: $0, as: .any, ignoring: names).masked(by: mask) }
  }

  /// The body as JSON by value: members in any order, `1` the same as `1.0`.
  ///
  /// What is no JSON is compared byte by byte.
  public static let jsonBody = reading { BodyReading(of: $0, as: .jsonOnly) }

  /// The body as a form, its fields in any order, whatever the `Content-Type` says.
  public static let formBody = reading { BodyReading(of: $0, as: .formOnly) }

  /// The body byte by byte.
  public static let bodyBytes = reading { .bytes($0.body) }

  /// The body as JSON that holds at least what was recorded.
  ///
  /// Objects may have more members than the recorded ones, at any depth; arrays must have as many
  /// elements. What is no JSON is compared byte by byte. Requests are compared two by two: with
  /// many recorded exchanges that are otherwise alike, lookup takes time.
  public static let jsonBodySubset = jsonBodySubset(ignoring: [])

  /// The body as JSON that holds at least what was recorded, but for what stands at some paths.
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
  /// A text of the request that a closure picks, such as a path without its tenant.
  ///
  /// Lookup stays fast with it, unlike with a closure that compares two requests.
  public static func custom(
    _ name: String, of text: @escaping @Sendable (Request) -> String?
  ) -> MatchPart {
    Self.text(name, text)
  }

  /// Whatever a closure decides of a request and a recorded one.
  ///
  /// Requests are compared two by two: with many recorded exchanges that are otherwise alike,
  /// lookup takes time.
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
  /// A mask of what may be there or not.
  fileprivate init(absent paths: [JSONPath]) {
    self.init(places: Dictionary(paths.map { ($0, .presence) }) { first, _ in first })
  }
}

extension BodyReading {
  /// The body without what a mask hides in JSON.
  fileprivate func masked(by mask: DriftMask) -> BodyReading {
    guard case .json(let value) = self else { return self }
    return .json(mask.applied(to: value))
  }
}

extension QueryItem {
  /// What stands for the pair, to the byte, when a matcher compares it.
  var matchKey: MatchKey {
    var key = MatchKey(name)
    key.append(value)
    return key
  }

  /// The pair as a report quotes it.
  var quoted: String { value.map { $0.isEmpty ? "empty" : $0 } ?? "without a value" }
}

extension Request {
  /// The request line as reports quote it: `GET /todo?priority[gte]=2`.
  var line: String { "\(method.rawValue) \(target.raw)" }
}

extension String {
  /// The text for a report: at most a hundred characters, or some of them and `...`.
  var shortened: String {
    guard utf8.count > 100 else { return self }
    let start = prefix(97)
    return start.utf8.count == utf8.count ? self : start + "..."
  }
}
