import GhostlightCore
import HTTPTypes

/// The cookie that the pages of the console present instead of the token.
///
/// Browsers send a cookie to all ports of its host. The cookie's name therefore contains the port
/// of the control listener, so that two servers on one host do not overwrite each other's cookie.
/// For the same reason every other listener removes such cookies from its requests.
///
/// - Source: RFC 6265, sections 4.2.1, 5.4 and 8.5.
enum ControlCookie {
  private static let prefix = "ghostlight-control-"

  /// Returns the name of the cookie, which contains the port to which `request` was sent.
  static func name(for request: Request) -> String {
    prefix + String(Authority(request.authority).port(of: request.scheme))
  }

  /// Returns the value of `Set-Cookie` for the response to `request`; the cookie contains `value`.
  static func field(_ value: ControlToken, for request: Request) -> String {
    "\(name(for: request))=\(value.text); Path=\(ControlAPI.base); HttpOnly; SameSite=Strict"
      + (request.scheme == "https" ? "; Secure" : "")
  }

  /// Returns the cookie's values in a request; a browser may send several, set for different paths.
  static func values(of request: Request) -> [String] {
    let name = name(for: request)[...]
    return request.headers[values: .cookie].flatMap(pairs).compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == name else { return nil }
      return String(parts[1])
    }
  }

  /// Returns a `Cookie` field without control listeners' cookies; `nil` if no cookie remains.
  ///
  /// Some proxies join several `Cookie` fields with commas, as they do with other fields.
  static func removed(from field: String) -> String? {
    guard field.contains(prefix) else { return field }
    let others = pairs(field).compactMap { pair -> String? in
      let parts = pair.split(separator: ",", omittingEmptySubsequences: false)
      let kept = parts.filter { !$0.trimmed.hasPrefix(prefix) }
      guard kept.count < parts.count else { return String(pair) }
      return kept.isEmpty ? nil : kept.joined(separator: ",")[...].trimmed
    }
    return others.isEmpty ? nil : others.joined(separator: "; ")
  }

  private static func pairs(_ field: String) -> [Substring] {
    field.split(separator: ";").map { $0.trimmed[...] }.filter { !$0.isEmpty }
  }
}
