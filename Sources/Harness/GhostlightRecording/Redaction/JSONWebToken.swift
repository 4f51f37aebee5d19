import GhostlightCore

/// A JSON web token, unverified: what a client that looks into its token reads.
///
/// - Source: RFC 7515, section 7.1; RFC 7519, section 4.1.
struct JSONWebToken {
  let header: JSONObject
  let claims: JSONObject

  /// Takes a text apart; `nil` where it is no such token.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1])
    else { return nil }
    self.header = header
    self.claims = claims
  }

  /// A token with the algorithm, the registered claims that are no secret, and a placeholder for
  /// the signature.
  func redacted(_ placeholder: String) -> String {
    let kept = JSONObject(
      uniqueMembers: claims.members.filter { Self.registered.contains($0.key) })
    let algorithm: JSONObject = ["alg": header["alg"] ?? "none", "typ": "JWT"]
    let parts = [algorithm, kept].map { Base64Text.encodeForURL(JSON.object($0).bytes) }
    return parts.joined(separator: ".") + "." + placeholder
  }

  private static let registered: Set<String> = [
    "iss", "sub", "aud", "exp", "nbf", "iat", "auth_time", "oid",
  ]

  private static func object(_ part: Substring) -> JSONObject? {
    guard part.utf8.starts(with: "ey".utf8), let bytes = Base64Text.decode(part) else { return nil }
    do throws(JSONError) { return try JSON.parse(bytes).object } catch { return nil }
  }
}
