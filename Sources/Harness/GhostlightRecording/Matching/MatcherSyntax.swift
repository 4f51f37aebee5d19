import HTTPTypes

/// Parses the parts of a matcher, as written on the command line.
///
/// Examples: `method`, `path`, `query:-cachebuster`, `header:Accept-Language`, `body:-$.sentAt`,
/// `body:-nonce`.
struct MatcherSyntax {
  private var parts: [MatchPart] = []
  private var headers: [HTTPField.Name] = []
  private var query: Set<String>?
  private var body: Body?
  private var ignoredPaths: [JSONPath] = []
  private var ignoredFields: Set<String> = []

  private enum Body { case byValue, bytes, subset }

  /// Parses the parts, one from each string.
  ///
  /// - Throws: ``MatcherSyntaxError`` for the first invalid string, or if parts contradict each
  ///   other.
  init(_ texts: [String]) throws(MatcherSyntaxError) {
    for text in texts { try read(text) }
    if body == .bytes, let text = texts.first(where: { $0.hasPrefix("body:-") }) {
      throw MatcherSyntaxError("body:bytes and \(text) cannot be combined: remove one of them")
    }
  }

  var matcher: Matcher {
    var all = parts
    for name in headers { all.append(.headers(name)) }
    if let query { all.append(.query(ignoring: query)) }
    switch body {
    case .byValue:
      all.append(
        .body(ignoring: Matcher.signatureParameters.union(ignoredFields), paths: ignoredPaths))
    case .bytes: all.append(.bodyBytes)
    case .subset: all.append(.jsonBodySubset(ignoring: ignoredPaths))
    case nil: break
    }
    return Matcher(all)
  }

  private mutating func read(_ text: String) throws(MatcherSyntaxError) {
    switch text {
    case "method": parts.append(.method)
    case "scheme": parts.append(.scheme)
    case "host": parts.append(.host)
    case "port": parts.append(.port)
    case "path": parts.append(.path)
    case "query": query = query ?? Matcher.signatureParameters
    case "body": body = body ?? .byValue
    case "body:bytes": try set(.bytes, text)
    case "body:subset": try set(.subset, text)
    case _ where text.hasPrefix("query:-") && text.utf8.count > 7:
      query = (query ?? Matcher.signatureParameters).union([String(text.dropFirst(7))])
    case _ where text.hasPrefix("body:-") && text.utf8.count > 6:
      try ignore(String(text.dropFirst(6)), text)
      body = body ?? .byValue
    case _ where text.hasPrefix("header:"):
      guard let name = HTTPField.Name(String(text.dropFirst(7))) else {
        throw MatcherSyntaxError("\(text) does not name a valid header field: write header:Accept")
      }
      headers.append(name)
    default:
      throw MatcherSyntaxError(
        "\"\(text.shortened)\" is not a part of a request; use method, scheme, host, port, path, "
          + "query, query:-NAME, header:NAME, body, body:bytes, body:subset, body:-NAME and "
          + "body:-PATH")
    }
  }

  /// Ignores a field of a form or of JSON by its name, or the values at a JSON path.
  ///
  /// A path with one name, such as `$.nonce`, also names the field of a form.
  private mutating func ignore(_ place: String, _ text: String) throws(MatcherSyntaxError) {
    guard place.hasPrefix("$") else {
      ignoredFields.insert(place)
      ignoredPaths.append(JSONPath([.member(place)]))
      return
    }
    do throws(JSONPathError) {
      let path = try JSONPath(place)
      ignoredPaths.append(path)
      if path.steps.count == 1, case .member(let name) = path.steps[0] {
        ignoredFields.insert(name)
      }
    } catch {
      throw MatcherSyntaxError("\(text): \(error)")
    }
  }

  private mutating func set(_ kind: Body, _ text: String) throws(MatcherSyntaxError) {
    guard body == nil || body == .byValue || body == kind else {
      throw MatcherSyntaxError(
        "body:bytes and body:subset cannot be combined: remove one of them")
    }
    body = kind
  }
}

extension Matcher {
  /// Creates a matcher from parts as written on the command line, such as `query:-cachebuster`.
  ///
  /// Without any parts, all requests match. `query` and `body` ignore the parameters that signing
  /// adds.
  ///
  /// - Throws: ``MatcherSyntaxError`` for the first invalid string, or if parts contradict each
  ///   other.
  public init(parsing texts: [String]) throws(MatcherSyntaxError) {
    self = try MatcherSyntax(texts).matcher
  }
}

/// The reason why a string is not a valid part of a matcher.
///
/// ``Matcher/init(parsing:)`` throws it. The command line prints its description unchanged, for
/// options such as `--match`.
public struct MatcherSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the problem and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}
