import GhostlightCore
package import HTTPTypes

/// Visits all places of an exchange that may contain secrets, and replaces the secrets it finds.
///
/// A ``SecretSink`` supplies the replacements. All other bytes stay unchanged, including white
/// space, order and the spelling of escapes.
struct SecretWalker<Sink: SecretSink>: Sendable {
  let rules: RedactionRules
  var sink: Sink

  init(_ rules: RedactionRules, _ sink: Sink) {
    self.rules = rules
    self.sink = sink
  }

  /// The maximum nesting of values; a URL in a JSON string in a token has three levels.
  ///
  /// Each level is shorter than the one around it, because decoding removes quotes and escapes.
  static var deepest: Int { 16 }

  mutating func walk(_ request: Request) -> Request {
    var request = request
    request.authority = authority(request.authority)
    request.target = target(request.target)
    request.headers = headers(request.headers)
    guard !request.isUnreadable else { return request }
    let changed = body(request.body, type: request.headers[.contentType])
    request.headers.correct(forBody: changed, insteadOf: request.body)
    request.body = changed
    return request
  }

  mutating func walk(_ response: Response) -> Response {
    var response = response
    response.headers = headers(response.headers)
    guard !response.isUnreadable else { return response }
    let changed = body(response.body, type: response.headers[.contentType])
    response.headers.correct(forBody: changed, insteadOf: response.body)
    response.body = changed
    return response
  }

  mutating func walk(_ exchange: RecordedExchange) -> RecordedExchange {
    var exchange = exchange
    exchange.request = walk(exchange.request)
    exchange.response = walk(exchange.response)
    exchange.notes = notes(exchange.notes)
    return exchange
  }

  /// Replaces a value that is a secret because of its name.
  mutating func secret(_ value: String, named name: String) -> String {
    sink.replacement(for: SecretOccurrence(name: name, value: value))
  }

  /// Returns whether a value under a weak name is a secret as a whole.
  ///
  /// It is not if only parts of it are secret, as in base64 of JSON.
  func isWeakSecret(_ value: ArraySlice<UInt8>) -> Bool {
    guard rules.isSecret(value, under: .weak) else { return false }
    let mask = Array(Placeholder.anything.utf8)
    if value.count > mask.count, !value.starts(with: mask),
      RandomText.holdsPlaceholder(value)
        || value.indices.contains(where: { value[$0...].starts(with: mask) })
    {
      return false
    }
    guard value.starts(with: "ey".utf8), !JSONWebToken.isLikely(value),
      let decoded = Base64Text.decode(value)
    else { return true }
    return !JSONScalarScanner.isLikely(decoded)
  }

  /// Returns the replacement for a value, or `nil` if its name does not make it a secret.
  ///
  /// Header fields in JSON, as in `{"Cookie": "sid=…"}`, are parsed like real header fields.
  mutating func value(_ value: String, under name: String) -> String? {
    guard !value.isEmpty else { return nil }
    let bytes = Array(value.utf8)[...]
    switch rules.strength(of: name) {
    case .harmless, .unknown: return nil
    case .weak:
      guard isWeakSecret(bytes) else { return nil }
      return sink.replacement(for: SecretOccurrence(name: name, value: value, isWeak: true))
    case .strong:
      guard rules.isSecret(value, under: name) else { return nil }
      switch SecretName(name).text {
      case "authorization", "proxyauthorization": return authorization(value)
      case "cookie": return cookies(value)
      case "setcookie": return setCookie(value)
      default: return secret(value, named: name)
      }
    }
  }

  /// Replaces a value that differs between any two requests, such as a nonce.
  mutating func volatile(_ value: String, named name: String) -> String {
    sink.replacement(for: SecretOccurrence(name: name, value: value, isVolatile: true))
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
  /// Updates the fields that describe a body, after `old` was replaced with `new`.
  ///
  /// `Content-Length` is corrected if it was correct before. Digests are removed: clients would
  /// refuse the new body, and a digest of the old one can tell which short secret was replaced.
  mutating func correct(forBody new: [UInt8], insteadOf old: [UInt8]) {
    guard old != new else { return }
    if self[.contentLength] == String(old.count) { self[.contentLength] = String(new.count) }
    for name in Self.bodyDigests where contains(name) { self[name] = nil }
  }

  /// The fields with a digest of the body.
  package static let bodyDigests: [HTTPField.Name] = [
    .known("Content-MD5"), .known("Digest"), .known("Content-Digest"), .known("Repr-Digest"),
  ]
}

/// Decides what happens to the secrets that a ``SecretWalker`` finds.
protocol SecretSink: Sendable {
  /// Returns the replacement for a secret, or its value if the secret may be kept.
  mutating func replacement(for sighting: SecretOccurrence) -> String
}

/// A secret that a ``SecretWalker`` found.
struct SecretOccurrence: Sendable {
  /// The name of the secret's member, parameter, header field or pattern.
  var name: String
  /// The secret itself, decoded.
  var value: String
  /// Whether the value is a JSON number.
  var isNumber = false
  /// Whether the value differs between any two requests, like a signature, nonce or timestamp.
  var isVolatile = false
  /// Whether the value is a secret only because of its form, and may also be an identifier.
  var isWeak = false
}

extension SecretWalker {
  /// Replaces the secrets in the user information before the host.
  mutating func authority(_ authority: String) -> String {
    guard let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) else { return authority }
    let user = String(authority[..<at])
    return userInformation(user) + String(authority[at...])
  }

  /// Replaces the password in user information, or the whole user information if it has no
  /// password.
  mutating func userInformation(_ text: String) -> String {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return secret(PercentEncoding.decode(text) ?? text, named: "userinfo")
    }
    let password = String(text[text.utf8.index(after: colon)...])
    return text[...colon]
      + secret(PercentEncoding.decode(password) ?? password, named: "password")
  }

  /// Replaces the secrets in the path and query of a request target.
  mutating func target(_ target: RequestTarget) -> RequestTarget {
    let raw = Array(target.rawPath.utf8)
    var edits = TextEdits()
    var secrets = PathSecrets(raw, rules)
    while let segment = secrets.next() {
      let raw = String(decoding: raw[segment.range], as: UTF8.self)
      let changed: String?
      if let name = segment.name {
        let plain = PercentEncoding.decode(raw) ?? raw
        let sighting = SecretOccurrence(name: name, value: plain, isWeak: segment.isWeak)
        let replaced = sink.replacement(for: sighting)
        changed = replaced == plain ? nil : PercentEncoding.encode(replaced)
      } else {
        changed = text(raw, depth: 1)
      }
      if let changed { edits.replace(segment.range, by: changed.utf8) }
    }
    let path =
      edits.applied(to: raw).map { String(decoding: $0, as: UTF8.self) } ?? target.rawPath
    guard let query = target.rawQuery else {
      return path == target.rawPath ? target : RequestTarget(path)
    }
    let changed = pairs(Array(query.utf8), depth: 0) ?? Array(query.utf8)
    return RequestTarget(path + "?" + String(decoding: changed, as: UTF8.self))
  }

  /// Replaces the secrets in the pairs of a query or form; returns `nil` if nothing changes.
  ///
  /// A pair without `=` is checked as a value without a name.
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

  /// Returns the replacement for a parameter's value; `nil` if the value is kept.
  private mutating func pair(_ name: String, _ value: String, depth: Int) -> String? {
    let changed: String?
    if isVolatileParameter(name) {
      changed = volatile(value, named: name)
    } else {
      changed = self.value(value, under: name) ?? text(value, depth: depth + 1)
    }
    return changed == value ? nil : changed
  }

  private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    FormURLEncoding.parse(Array("=".utf8) + bytes)?.first?.value
      ?? String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a query or form parameter is part of a signature.
  ///
  /// - Source: RFC 5849 (OAuth), signed URLs of Amazon and Google, Gigya.
  private func isVolatileParameter(_ name: String) -> Bool {
    guard name.utf8.count <= 24 else { return false }
    return switch SecretName(name).text {
    case "oauthsignature", "oauthnonce", "oauthtimestamp", "xamzsignature", "xgoogsignature",
      "gigyasig", "gigyats":
      rules.isOn && !rules.isException(name)
    default: false
    }
  }
}

extension SecretWalker {
  /// Returns header fields with their secrets replaced.
  mutating func headers(_ fields: HTTPFields) -> HTTPFields {
    var result = HTTPFields()
    for var field in fields {
      let changed = header(field.name.canonicalName, field.value)
      // An assignment would replace the bytes of a value that is not UTF-8.
      if changed != field.value { field.value = changed }
      result.append(field)
    }
    return result
  }

  /// Returns the value of a header field with its secrets replaced; `name` must be in lower case.
  mutating func header(_ name: String, _ value: String) -> String {
    guard rules.isOn, rules.strength(of: name) != .harmless else { return value }
    return self.value(value, under: name) ?? text(value, depth: 1) ?? value
  }

  /// Replaces the secrets in a `Cookie` field.
  ///
  /// A session cookie can have any name, so unknown cookie names count as weak.
  private mutating func cookies(_ value: String) -> String {
    value.split(separator: ";", omittingEmptySubsequences: false)
      .map { cookie(String($0)) }.joined(separator: ";")
  }

  /// Replaces the secrets in a `Set-Cookie` field; its attributes are kept.
  private mutating func setCookie(_ value: String) -> String {
    let parts = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? ";" + parts[1] : ""
    return cookie(String(parts.first ?? "")) + rest
  }

  /// Replaces the value of one cookie; `pair` may begin with a space.
  mutating func cookie(_ pair: String) -> String {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return pair }
    let name = parts[0].filter { $0 != " " }
    let value = String(parts[1])
    let isQuoted = value.hasPrefix("\"") && value.hasSuffix("\"") && value.utf8.count > 1
    let bare = isQuoted ? String(value.dropFirst().dropLast()) : value
    let plain = PercentEncoding.decode(bare) ?? bare
    let changed: String
    switch rules.strength(of: name) {
    case .harmless: return pair
    case .strong: changed = secret(plain, named: name)
    case .weak, .unknown:
      if isWeakSecret(Array(plain.utf8)[...]) {
        changed = sink.replacement(for: SecretOccurrence(name: name, value: plain, isWeak: true))
      } else {
        changed = text(plain, depth: 1) ?? plain
      }
    }
    return changed == plain ? pair : "\(parts[0])=\(changed)"
  }
}
