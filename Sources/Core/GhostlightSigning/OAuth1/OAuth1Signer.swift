/// Signs requests with an application's private key.
///
/// - Source: protocol reference A5.
package enum OAuth1Signer {
  /// The signed authorization of a request; the timestamp is in seconds since 1970.
  package static func sign(
    _ request: OAuth1Request, with credentials: OAuth1Credentials, timestamp: Int64, nonce: String
  ) -> OAuth1Authorization {
    var authorization = OAuth1Authorization(
      consumerKey: credentials.key, nonce: nonce, timestamp: timestamp)
    let base = OAuth1BaseString(request, parameters: authorization.parameters)
    authorization.signature = base.signature(secret: credentials.secret)
    return authorization
  }
}
