import GhostlightCore

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
      segments[index] = text(segments[index], depth: 1) ?? segments[index]
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
    } else if rules.isSecret(name: name) {
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
  func isVolatileParameter(_ name: String) -> Bool {
    switch SecretName(name).text {
    case "oauthsignature", "oauthnonce", "oauthtimestamp", "xamzsignature", "xgoogsignature",
      "sig", "signature", "gigyasig", "gigyats":
      rules.isOn && !rules.isException(name)
    default: false
    }
  }
}
