import GhostlightCore

extension MatchPart {
  /// The body as what it is: JSON by value, a form in any order, all else byte by byte.
  ///
  /// JSON is what parses and begins with `{` or `[` or has JSON in its `Content-Type`; a form is
  /// what its `Content-Type` calls so.
  public static let body = body(ignoring: [])

  /// The body as what it is, but for the form fields of some names.
  public static func body(ignoring names: Set<String>) -> MatchPart {
    reading { BodyReading(of: $0, as: .any, ignoring: names) }
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
  public static let jsonBodySubset = MatchPart("body", key: nil) { request, recorded in
    let actual = BodyReading(of: request, as: .jsonOnly)
    let expected = BodyReading(of: recorded, as: .jsonOnly)
    guard case .json(let whole) = actual, case .json(let part) = expected else {
      return actual.differences(from: expected)
    }
    return MatchDifference.between(whole.reduced(to: part), part)
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
