public import GhostlightCore
import HTTPTypes

extension Request {
  /// The same request with an `Authorization` field that signs it as a StackMob client does.
  ///
  /// Covers method, target, host and port as they are now. The timestamp is in seconds since 1970;
  /// the nonce is any text without a double quote, another one for each request.
  ///
  /// - Source: protocol reference A4.
  public func signed(
    with credentials: MACCredentials, timestamp: Int64, nonce: String
  ) -> Request {
    let authority = Authority(authority)
    let part = MACRequest(
      method: method.rawValue, target: target.raw, host: authority.host,
      port: authority.port(of: scheme))
    let signature = MACSigner.sign(part, with: credentials, timestamp: timestamp, nonce: nonce)
    var copy = self
    copy.headers[.authorization] = signature.headerValue
    return copy
  }
}
