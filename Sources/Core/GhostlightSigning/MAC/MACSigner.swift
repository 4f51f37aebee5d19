/// Signs requests as a client does.
///
/// - Source: protocol reference A4.
package enum MACSigner {
  /// The authorization of a request over its target, host and port as they are.
  ///
  /// The timestamp is in seconds since 1970; the nonce may be any text without a double quote, the
  /// vendor's clients send `n` and a number up to 10000.
  package static func sign(
    _ request: MACRequest, with credentials: MACCredentials, timestamp: Int64, nonce: String
  ) -> MACAuthorization {
    let string = MACNormalizedString(
      timestamp: String(timestamp), nonce: nonce, method: request.method, target: request.target,
      host: request.host, port: request.port)
    let mac = string.mac(key: Array(credentials.key.utf8))
    return MACAuthorization(
      id: credentials.id, timestamp: String(timestamp), nonce: nonce,
      mac: String(decoding: mac, as: UTF8.self))
  }
}
