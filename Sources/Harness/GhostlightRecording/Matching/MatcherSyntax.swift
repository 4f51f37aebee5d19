import HTTPTypes

/// The parts of a matcher as the command line names them.
///
/// Such as `method`, `path`, `query:-cachebuster`, `header:Accept-Language`, `body:-$.sentAt`.
struct MatcherSyntax {
  private var parts: [MatchPart] = []
  private var headers: [HTTPField.Name] = []
  private var query: Set<String>?
  private var body: Body?
  private var ignoredPaths: [JSONPath] = []

  private enum Body { case byValue, bytes, subset }

  /// Reads all texts.
  ///
  /// - Throws: ``MatcherSyntaxError`` with the first that says nothing, or what contradicts another.
  init(_ texts: [String]) throws(MatcherSyntaxError) {
    for text in texts { try read(text) }
    guard ignoredPaths.isEmpty || body != .bytes else {
      throw MatcherSyntaxError(
        "body:bytes and body:-\(ignoredPaths[0]) do not go together: leave one of them out")
    }
  }

  /// What was read.
  var matcher: Matcher {
    var all = parts
    for name in headers { all.append(.headers(name)) }
    if let query { all.append(.query(ignoring: query)) }
    switch body {
    case .byValue:
      all.append(.body(ignoring: Matcher.signatureParameters, paths: ignoredPaths))
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
    case _ where text.hasPrefix("body:-"):
      do throws(JSONPathError) {
        ignoredPaths.append(try JSONPath(String(text.dropFirst(6))))
      } catch {
        throw MatcherSyntaxError("\(text): \(error)")
      }
      body = body ?? .byValue
    case _ where text.hasPrefix("header:"):
      guard let name = HTTPField.Name(String(text.dropFirst(7))) else {
        throw MatcherSyntaxError("\(text) names no header field: write one as header:Accept")
      }
      headers.append(name)
    default:
      throw MatcherSyntaxError(
        "\"\(text.shortened)\" is no part of a request; there are method, scheme, host, port, path, "
          + "query, query:-NAME, header:NAME, body, body:bytes, body:subset and body:-PATH")
    }
  }

  private mutating func set(_ kind: Body, _ text: String) throws(MatcherSyntaxError) {
    guard body == nil || body == .byValue || body == kind else {
      throw MatcherSyntaxError(
        "body:bytes and body:subset do not go together: leave one of them out")
    }
    body = kind
  }
}

extension Matcher {
  /// Makes a matcher of parts by their names on the command line, such as `query:-cachebuster`.
  ///
  /// Without any, all requests match. `query` and `body` leave out what signing adds.
  ///
  /// - Throws: ``MatcherSyntaxError`` with the first text that names none, and what there is.
  public init(parsing texts: [String]) throws(MatcherSyntaxError) {
    self = try MatcherSyntax(texts).matcher
  }
}

/// Why a text is no part of a matcher.
public struct MatcherSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}
