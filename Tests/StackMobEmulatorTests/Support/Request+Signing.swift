import GhostlightCore
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

extension Request {
  /// Returns the request with a MAC, which can cover a different target, host or port than those of
  /// the request.
  func signed(
    with credentials: MACCredentials, target: String? = nil, host: String? = nil,
    port: Int? = nil, timestamp: Int64 = 1_371_040_000, nonce: String = "n4711"
  ) -> Request {
    let signed = MACRequest(
      method: method.rawValue, target: target ?? self.target.raw, host: host ?? self.host,
      port: port ?? self.port)
    let authorization = MACSigner.sign(
      signed, with: credentials, timestamp: timestamp, nonce: nonce)
    var copy = self
    copy.headers[.authorization] = authorization.headerValue
    return copy
  }

  /// Returns the request without the API key, signed with the private key (OAuth1).
  func signed(
    with keys: StackMobKeys, timestamp: Int64 = 1_371_040_000, nonce: String = "n4711"
  ) -> Request {
    let authority = Authority(authority)
    let authorization = OAuth1Signer.sign(
      OAuth1Request(
        method: method.rawValue, scheme: scheme, host: authority.host, port: authority.port,
        target: target.raw),
      with: OAuth1Credentials(key: keys.publicKey, secret: keys.privateKey),
      timestamp: timestamp, nonce: nonce)
    var copy = self
    copy.headers[.authorization] = authorization.headerValue(realm: "http://\(self.authority)")
    copy.headers[.field("X-StackMob-API-Key")] = nil
    return copy
  }
}
