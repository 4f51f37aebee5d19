/// Checks the MAC of a request as a server does.
///
/// - Source: protocol reference A4, D44b and D46.
package enum MACVerifier {
  /// Whether the key made the MAC, over any text that one of the vendor's clients would sign.
  ///
  /// Neither the timestamp nor the nonce is checked: the service did neither. A mismatch shows the
  /// raw target with the request's own port.
  package static func verify(
    _ authorization: MACAuthorization, key: String, request: MACRequest
  ) -> SignatureVerdict {
    let key = Array(key.utf8)
    let theirs = Array(authorization.mac.utf8)
    let first = string(authorization, request, target: request.target, port: request.port)
    let ours = first.mac(key: key)
    if ConstantTime.equal(ours, theirs) { return .valid }
    let targets = MACTarget.candidates(rawTarget: request.target)
    for port in [request.port] + request.alternatePorts {
      for target in targets {
        let other = string(authorization, request, target: target, port: port)
        if ConstantTime.equal(other.mac(key: key), theirs) { return .valid }
      }
    }
    return .invalid(
      SignatureMismatch(
        stringToSign: first.text, ours: String(decoding: ours, as: UTF8.self),
        theirs: authorization.mac))
  }

  private static func string(
    _ authorization: MACAuthorization, _ request: MACRequest, target: String, port: Int
  ) -> MACNormalizedString {
    MACNormalizedString(
      timestamp: authorization.timestamp, nonce: authorization.nonce, method: request.method,
      target: target, host: request.host, port: port)
  }
}
