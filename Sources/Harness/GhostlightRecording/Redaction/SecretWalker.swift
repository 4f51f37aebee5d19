import GhostlightCore
import HTTPTypes

/// Walks over all places of an exchange where secrets may stand, and puts there what a sink says.
///
/// What is not replaced keeps its bytes: white space, order and spelling of escapes.
struct SecretWalker<Sink: SecretSink>: Sendable {
  let rules: RedactionRules
  var sink: Sink

  init(_ rules: RedactionRules, _ sink: Sink) {
    self.rules = rules
    self.sink = sink
  }

  /// How deep values are looked into: a URL in a JSON text in a token is three, JSON in JSON two.
  ///
  /// Each level is shorter than the one around it, since quotes and escapes are taken off.
  static var deepest: Int { 16 }

  mutating func walk(_ request: Request) -> Request {
    var request = request
    request.authority = authority(request.authority)
    request.target = target(request.target)
    request.headers = headers(request.headers)
    guard !request.isUnreadable else { return request }
    let length = request.body.count
    request.body = body(request.body, type: request.headers[.contentType])
    request.headers.correctLength(from: length, to: request.body.count)
    return request
  }

  mutating func walk(_ response: Response) -> Response {
    var response = response
    response.headers = headers(response.headers)
    guard !response.isUnreadable else { return response }
    let length = response.body.count
    response.body = body(response.body, type: response.headers[.contentType])
    response.headers.correctLength(from: length, to: response.body.count)
    return response
  }

  mutating func walk(_ exchange: RecordedExchange) -> RecordedExchange {
    var exchange = exchange
    exchange.request = walk(exchange.request)
    exchange.response = walk(exchange.response)
    exchange.notes = notes(exchange.notes)
    return exchange
  }

  /// A secret of one name, replaced.
  mutating func secret(_ value: String, named name: String) -> String {
    sink.replacement(for: SecretSighting(name: name, value: value))
  }

  /// Something that no two requests have in common, replaced.
  mutating func volatile(_ value: String, named name: String) -> String {
    sink.replacement(for: SecretSighting(name: name, value: value, isVolatile: true))
  }

  private mutating func notes(_ notes: JSONObject) -> JSONObject {
    guard !notes.isEmpty, let changed = json(JSON.object(notes).bytes, depth: 0) else {
      return notes
    }
    do throws(JSONError) {
      return try JSON.parse(changed).object ?? [:]
    } catch {
      return [:]
    }
  }
}

extension HTTPFields {
  /// Keeps a `Content-Length` that was right right.
  mutating func correctLength(from old: Int, to new: Int) {
    guard old != new, self[.contentLength] == String(old) else { return }
    self[.contentLength] = String(new)
  }
}

/// What is done with secrets where they are found.
protocol SecretSink: Sendable {
  /// What is to stand in place of the secret; the same value where it may stay.
  mutating func replacement(for sighting: SecretSighting) -> String
}

/// A place where a secret stands, as a walk over an exchange finds it.
struct SecretSighting: Sendable {
  /// The name that gives it away: of the member, the parameter, the header field, the pattern.
  var name: String
  /// The value, decoded.
  var value: String
  /// Whether it is a JSON number.
  var isNumber = false
  /// Whether it differs from one request to the next: a signature, a nonce, a time stamp.
  var isVolatile = false
}

/// A segment of a path behind one that names a secret: `/reset/token/9f86d081884c7d65`.
enum PathSecret {
  /// Whether a segment may be the secret, and no further word of the path such as `refresh`.
  static func isLikely(_ segment: some Collection<UInt8>) -> Bool {
    segment.count >= 8 && segment.contains { (0x30...0x39).contains($0) }
  }
}

extension SecretWalker {
  /// An authority without the user and password that some put before the host.
  mutating func authority(_ authority: String) -> String {
    guard let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) else { return authority }
    let user = String(authority[..<at])
    return userInformation(user) + String(authority[at...])
  }

  /// What stands before the `@`: the password, or all of it where there is no password.
  mutating func userInformation(_ text: String) -> String {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return secret(PercentEncoding.decode(text) ?? text, named: "userinfo")
    }
    let password = String(text[text.utf8.index(after: colon)...])
    return text[...colon]
      + secret(PercentEncoding.decode(password) ?? password, named: "password")
  }

  /// A target with the secrets of path and query replaced.
  mutating func target(_ target: RequestTarget) -> RequestTarget {
    var segments = target.rawPath.split(separator: "/", omittingEmptySubsequences: false).map {
      String($0)
    }
    for index in segments.indices {
      let segment = segments[index]
      if index > 0, rules.isSecret(name: segments[index - 1]), PathSecret.isLikely(segment.utf8) {
        let plain = PercentEncoding.decode(segment) ?? segment
        let changed = secret(plain, named: segments[index - 1])
        segments[index] = changed == plain ? segment : PercentEncoding.encode(changed)
      } else {
        segments[index] = text(segment, depth: 1) ?? segment
      }
    }
    let path = segments.joined(separator: "/")
    guard let query = target.rawQuery else {
      return path == target.rawPath ? target : RequestTarget(path)
    }
    let changed = pairs(Array(query.utf8), depth: 0) ?? Array(query.utf8)
    return RequestTarget(path + "?" + String(decoding: changed, as: UTF8.self))
  }

  /// The pairs of a query or a form, `nil` where nothing changes.
  ///
  /// A pair without `=` may hold a token all the same.
  mutating func pairs(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    var edits = TextEdits()
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
      let name = decoded(bytes[start..<(equals ?? end)])
      let from = equals.map { $0 + 1 } ?? start
      let value = decoded(bytes[from..<end])
      if !value.isEmpty, let changed = pair(equals == nil ? "" : name, value, depth: depth) {
        edits.replace(from..<end, by: PercentEncoding.encode(changed).utf8)
      }
      start = end + 1
    }
    return edits.applied(to: bytes)
  }

  /// What one parameter becomes, `nil` where it stays.
  private mutating func pair(_ name: String, _ value: String, depth: Int) -> String? {
    let changed: String?
    if isVolatileParameter(name) {
      changed = volatile(value, named: name)
    } else if rules.isSecret(name: name) || rules.isGrant(name, value.utf8) {
      changed = secret(value, named: name)
    } else {
      changed = text(value, depth: depth + 1)
    }
    return changed == value ? nil : changed
  }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    FormURLEncoding.parse(Array("=".utf8) + bytes)?.first?.value
      ?? String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a parameter of a query or form is a part of a signature.
  ///
  /// - Source: RFC 5849 (OAuth), signed URLs of Amazon, Google and Azure, Gigya.
  private func isVolatileParameter(_ name: String) -> Bool {
    switch SecretName(name).text {
    case "oauthsignature", "oauthnonce", "oauthtimestamp", "xamzsignature", "xgoogsignature",
      "sig", "signature", "gigyasig", "gigyats":
      rules.isOn && !rules.isException(name)
    default: false
    }
  }
}

extension SecretWalker {
  /// Header fields with their secrets replaced.
  mutating func headers(_ fields: HTTPFields) -> HTTPFields {
    var result = HTTPFields()
    for var field in fields {
      field.value = header(field.name.canonicalName, field.value)
      result.append(field)
    }
    return result
  }

  /// One header field's value; `name` is in lower case.
  mutating func header(_ name: String, _ value: String) -> String {
    guard !rules.isException(name), !value.isEmpty else { return value }
    switch name {
    case "authorization", "proxy-authorization": return authorization(value)
    case "cookie": return cookies(value)
    case "set-cookie": return setCookie(value)
    default:
      if rules.isSecret(name: name) { return secret(value, named: name) }
      return text(value, depth: 1) ?? value
    }
  }

  /// A `Cookie` field: every value is taken for a secret, since names of sessions are anybody's.
  private mutating func cookies(_ value: String) -> String {
    value.split(separator: ";", omittingEmptySubsequences: false)
      .map { cookie(String($0)) }.joined(separator: ";")
  }

  /// A `Set-Cookie` field: the value before the first attribute.
  private mutating func setCookie(_ value: String) -> String {
    let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? ";" + parts[1] : ""
    return cookie(String(parts.first ?? "")) + rest
  }

  /// One cookie, with the space before its name.
  mutating func cookie(_ pair: String) -> String {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return pair }
    let name = parts[0].filter { $0 != " " }
    guard !rules.isException(name) else { return pair }
    let value = String(parts[1])
    let isQuoted = value.hasPrefix("\"") && value.hasSuffix("\"") && value.utf8.count > 1
    let bare = isQuoted ? String(value.dropFirst().dropLast()) : value
    let plain = PercentEncoding.decode(bare) ?? bare
    let changed = secret(plain, named: name)
    return changed == plain ? pair : "\(parts[0])=\(changed)"
  }
}

extension SecretWalker {
  /// A JSON text with its secrets replaced, `nil` where it has none.
  mutating func json(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    guard depth <= Self.deepest else { return nil }
    var scanner = JSONScalarScanner(bytes, rules)
    var edits = TextEdits()
    for scalar in scanner.scan() {
      guard let changed = scalarText(scalar, depth: depth), changed != scalar.value else {
        continue
      }
      edits.replace(
        scalar.range, by: scalar.isNumber ? Array(changed.utf8) : JSON.string(changed).bytes)
    }
    return edits.applied(to: bytes)
  }

  private mutating func scalarText(_ scalar: ScannedScalar, depth: Int) -> String? {
    guard let name = scalar.secretName else { return text(scalar.value, depth: depth + 1) }
    guard !scalar.value.isEmpty else { return nil }
    return sink.replacement(
      for: SecretSighting(name: name, value: scalar.value, isNumber: scalar.isNumber))
  }
}
