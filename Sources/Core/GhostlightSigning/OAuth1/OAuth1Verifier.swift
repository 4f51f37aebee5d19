/// Checks the OAuth1 signature of a request as a server does.
///
/// - Source: protocol reference A5.
package enum OAuth1Verifier {
  /// Whether the secret made the signature; neither timestamp nor nonce is checked.
  package static func verify(
    _ authorization: OAuth1Authorization, secret: String, request: OAuth1Request
  ) -> SignatureVerdict {
    let base = OAuth1BaseString(request, parameters: authorization.parameters)
    let ours = base.signature(secret: secret)
    let theirs = authorization.signature
    guard !ConstantTime.equal(Array(ours.utf8), Array(theirs.utf8)) else { return .valid }
    return .invalid(SignatureMismatch(stringToSign: base.text, ours: ours, theirs: theirs))
  }
}
