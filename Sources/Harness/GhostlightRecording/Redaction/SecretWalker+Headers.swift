import GhostlightCore
import HTTPTypes

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
