public import GhostlightCore
import HTTPTypes
import Synchronization

/// The values that replace placeholders when requests of a redacted recording are sent.
///
/// A recorded login has `REDACTED-password-1` as its password, so a real backend rejects it. Read
/// the real values from a file or from environment variables, and let ``filled(_:)`` insert them
/// into each request. The fills are secrets in memory; they are never written into a recording.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
///
/// func login(_ recorded: Request) throws -> Request {
///   let fills = try PlaceholderFills(reading: "PASSWORD_1=s3cret\n")
///   return fills.filled(recorded)
/// }
/// ```
public struct PlaceholderFills: Sendable, Hashable {
  /// The prefix of the environment variables that contain fills.
  public static let variablePrefix = "GHOSTLIGHT_FILL_"

  /// The values, keyed by placeholder in the spelling of environment variables: `PASSWORD_1`.
  private var values: [String: String] = [:]

  /// Creates fills from environment variables such as `GHOSTLIGHT_FILL_PASSWORD_1`.
  public init(environment: [String: String] = [:]) {
    for (name, value) in environment where name.hasPrefix(Self.variablePrefix) {
      self[String(name.dropFirst(Self.variablePrefix.count))] = value
    }
  }

  /// Parses fills from a JSON object, or from lines `NAME=VALUE`; lines that begin with `#` are
  /// comments.
  ///
  /// A name is a placeholder (`REDACTED-password-1`), the end of a placeholder (`password-1`), or
  /// the name of its environment variable.
  ///
  /// - Throws: ``PlaceholderFillError`` for invalid JSON, or for the first line that is not
  ///   `NAME=VALUE`.
  public init(reading text: String) throws(PlaceholderFillError) {
    if text.first(where: { !$0.isWhitespace }) == "{" {
      let object: JSONObject
      do { object = try JSON.parse(text).object ?? [:] } catch {
        throw PlaceholderFillError("invalid JSON: \(error)")
      }
      for member in object.members { self[member.key] = member.value.string ?? member.value.text() }
      return
    }
    // `isNewline` is also `true` for CR LF, which is a single character in Swift.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      guard let first = line.first(where: { $0 != " " }), first != "#" else { continue }
      guard let sign = line.firstIndex(of: "="), sign > line.startIndex else {
        throw PlaceholderFillError(
          "invalid line \(index + 1): use NAME=VALUE, such as PASSWORD_1=s3cret")
      }
      self[String(line[..<sign].filter { $0 != " " })] = String(line[line.index(after: sign)...])
    }
  }

  /// Whether there are no fills.
  public var isEmpty: Bool { values.isEmpty }

  /// The value that replaces a placeholder; `nil` if it is unknown.
  ///
  /// `name` may have any of the forms that ``init(reading:)`` accepts.
  public subscript(name: String) -> String? {
    get { values[Self.key(name)] }
    set { values[Self.key(name)] = newValue }
  }

  /// Adds the fills of another value; they override fills for the same placeholder.
  public mutating func merge(_ others: PlaceholderFills) {
    values.merge(others.values) { _, new in new }
  }

  /// Returns the name of the environment variable for a placeholder's value.
  public static func variable(for placeholder: String) -> String {
    variablePrefix + key(placeholder)
  }

  private static func key(_ name: String) -> String {
    var name = name[...]
    for prefix in [variablePrefix, "REDACTED-", "REDACTED_"] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    return String(
      decoding: name.uppercased().utf8.map {
        TokenBytes.isAlphanumeric($0) ? $0 : UInt8(ascii: "_")
      },
      as: UTF8.self)
  }
}

/// The reason why a string is not a valid list of fills.
///
/// ``PlaceholderFills/init(reading:)`` throws it. The command line prints its description unchanged
/// for `--fill-from`. The description never contains a fill, because fills are secrets.
public struct PlaceholderFillError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line number or JSON error, and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension PlaceholderFills {
  /// Returns a request with its placeholders replaced by fills, encoded as each place requires.
  ///
  /// If a placeholder is the signature of a JSON web token or resource token, the whole token is
  /// replaced. Placeholders without a fill are kept.
  public func filled(_ request: Request) -> Request {
    guard !isEmpty else { return request }
    var request = request
    if let target = replace(
      Array(request.target.raw.utf8), { Array(PercentEncoding.encode($0).utf8) })
    {
      request.target = RequestTarget(String(decoding: target, as: UTF8.self))
    }
    for position in request.headers.indices {
      if let value = filled(field: request.headers[position].value) {
        request.headers[position].value = value
      }
    }
    if let body = replace(request.body, Self.encoding(of: request)) {
      request.headers.correct(forBody: body, insteadOf: request.body)
      request.body = body
    }
    return request
  }

  /// Returns the placeholders in a request's target, header fields and body, without duplicates.
  public static func placeholders(in request: Request) -> [String] {
    var texts = [Array(request.target.raw.utf8), request.body]
    for field in request.headers {
      texts.append(Array(field.value.utf8))
      if let credentials = basicCredentials(field.value) { texts.append(credentials) }
    }
    var found: [String] = []
    for placeholder in texts.flatMap(Placeholder.all(in:)) where !found.contains(placeholder) {
      found.append(placeholder)
    }
    return found
  }

  private static func basicCredentials(_ field: String) -> [UInt8]? {
    guard field.count > 6, field.prefix(6).lowercased() == "basic " else { return nil }
    return Base64Text.decode(field.dropFirst(6))
  }

  private func filled(field: String) -> String? {
    if let credentials = Self.basicCredentials(field) {
      return replace(credentials) { Array($0.utf8) }.map { "Basic " + Base64Text.encode($0) }
    }
    return replace(Array(field.utf8)) { Array($0.utf8) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the function that encodes fills for the request's body.
  private static func encoding(of request: Request) -> (String) -> [UInt8] {
    let type = request.headers[.contentType]?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      return { Array(PercentEncoding.encode($0).utf8) }
    }
    if type.contains("json") || JSONScalarScanner.isLikely(request.body) {
      return { Array(JSON.string($0).bytes.dropFirst().dropLast()) }
    }
    return { Array($0.utf8) }
  }

  private func replace(_ bytes: [UInt8], _ encode: (String) -> [UInt8]) -> [UInt8]? {
    var edits = TextEdits()
    for range in Placeholder.ranges(in: bytes) {
      let name = String(decoding: bytes[range], as: UTF8.self)
      guard let value = self[name] else { continue }
      let (start, isEncoded) = Self.start(ofTokenWith: range, in: bytes)
      edits.replace(
        start..<range.upperBound,
        by: isEncoded ? Array(PercentEncoding.encode(value).utf8) : encode(value))
    }
    return edits.applied(to: bytes)
  }

  /// Returns the start of the token whose signature is the placeholder in `range`; if there is no
  /// such token, the start of the placeholder.
  private static func start(
    ofTokenWith range: Range<Int>, in bytes: [UInt8]
  ) -> (start: Int, isEncoded: Bool) {
    for (prefix, isEncoded) in [
      ("type=resource&ver=1&sig=", false), ("type%3Dresource%26ver%3D1%26sig%3D", true),
    ] where bytes[..<range.lowerBound].suffix(prefix.utf8.count).elementsEqual(prefix.utf8) {
      return (range.lowerBound - prefix.utf8.count, isEncoded)
    }
    guard range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ".") else {
      return (range.lowerBound, false)
    }
    var start = range.lowerBound
    while start > 0, TokenBytes.isWord(bytes[start - 1]) { start -= 1 }
    let token = String(decoding: bytes[start..<range.upperBound], as: UTF8.self)
    return (JSONWebToken(token) == nil ? range.lowerBound : start, false)
  }
}

extension PlaceholderFills {
  /// Returns a responder that fills each request and passes it on.
  ///
  /// `refused` is called once, with a remedy, for the first response with status 401, 402 or 403 to
  /// a request that still has placeholders.
  public func completing(
    _ responder: Responder, refused: @escaping @Sendable (String) -> Void
  ) -> Responder {
    let isNamed = Mutex(false)
    return responder.after { response, request in
      // Includes 402, the status with which Mia-Platform responds to a wrong password.
      guard (401...403).contains(response.status.code) else { return response }
      let left = Self.placeholders(in: request)
      guard !left.isEmpty else { return response }
      let isFirst = isNamed.withLock { isNamed in
        defer { isNamed = true }
        return !isNamed
      }
      if isFirst { refused(Self.remedy(for: request, response, left)) }
      return response
    }.before { [self] request in filled(request) }
  }

  private static func remedy(
    for request: Request, _ response: Response, _ placeholders: [String]
  ) -> String {
    let variables = placeholders.map(variable(for:)).joined(separator: ", ")
    return "\(request.method.rawValue) \(request.target.rawPath) was refused with status "
      + "\(response.status.code); it still has the placeholders "
      + "\(placeholders.joined(separator: ", ")): give their values with --fill-from FILE or in the "
      + "environment as \(variables)"
  }
}
