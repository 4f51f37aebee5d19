import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The parts of an Azure AD B2C ID token that the exchange uses.
///
/// - Source: protocol reference A4, E1 to E3.
struct IDToken {
  /// The claim `oid` or, if there is none, `sub`, shortened to 36 characters.
  let accountID: String

  /// Parses and checks the token after `Bearer` in an `Authorization` header field.
  ///
  /// The token must not have expired, and must name the policy that issued it. If `secret` is not `nil`, the token must be signed with it
  /// (HS256).
  init(authorization: String?, secret: String?, at moment: Moment) throws(IDTokenError) {
    guard let authorization else {
      throw IDTokenError("there is no Authorization; sign in first")
    }
    guard authorization.lowercased().hasPrefix("bearer ") else {
      throw IDTokenError("Authorization is not a Bearer token")
    }
    let parts = authorization.dropFirst("bearer ".count)
      .split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1])
    else { throw IDTokenError("the bearer is not a JWT with three parts") }
    if let secret { try Self.verify(parts, header, Array(secret.utf8)) }
    try Self.checkTimes(claims, moment)
    guard let id = claims["oid"]?.string ?? claims["sub"]?.string, !id.isEmpty else {
      throw IDTokenError("the token has neither the claim oid nor sub")
    }
    // The service refused tokens without the name of the policy, which starter packs leave out.
    guard claims["tfp"]?.string?.isEmpty == false else {
      throw IDTokenError(
        "the token does not have the claim tfp, the name of the policy: let the policy of the "
          + "tenant issue it")
    }
    accountID = String(id.prefix(36))
  }

  /// Returns a token with these claims, signed with a secret (HS256).
  static func make(_ claims: JSONObject, secret: [UInt8]) -> String {
    let header: JSON = ["alg": "HS256", "typ": "JWT"]
    let text =
      Base64URL.encode(header.bytes) + "." + Base64URL.encode(JSON.object(claims).bytes)
    let code = MessageAuthentication.sha256(key: secret, message: Array(text.utf8))
    return text + "." + Base64URL.encode(code)
  }

  private static func verify(
    _ parts: [String], _ header: JSONObject, _ secret: [UInt8]
  ) throws(IDTokenError) {
    guard header["alg"]?.string == "HS256" else {
      throw IDTokenError(
        "the token's algorithm is \(header["alg"]?.text() ?? "not named"); a configured secret "
          + "takes HS256 alone")
    }
    let code = MessageAuthentication.sha256(
      key: secret, message: Array((parts[0] + "." + parts[1]).utf8))
    guard let theirs = Base64URL.decode(parts[2]), ConstantTime.equal(code, theirs) else {
      throw IDTokenError("the token is not signed with the configured secret")
    }
  }

  private static func checkTimes(
    _ claims: JSONObject, _ moment: Moment
  ) throws(IDTokenError) {
    let now = Double(moment.milliseconds) / 1000
    guard let expiry = claims["exp"]?.number else {
      throw IDTokenError("the token does not have the claim exp")
    }
    guard expiry > now else {
      throw IDTokenError("the token ended at \(expiry); it is \(now) now")
    }
    if let start = claims["nbf"]?.number, start > now {
      throw IDTokenError("the token begins at \(start); it is \(now) now")
    }
  }

  private static func object(_ part: String) -> JSONObject? {
    guard let bytes = Base64URL.decode(part) else { return nil }
    do throws(JSONError) { return try JSON.parse(bytes).object } catch { return nil }
  }
}

/// The reason why an ID token is missing or invalid.
struct IDTokenError: Error, Hashable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
