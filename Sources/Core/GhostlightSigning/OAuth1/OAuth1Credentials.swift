/// The two keys of an application, in the roles of OAuth's consumer key and secret.
///
/// - Source: protocol reference A5.
package struct OAuth1Credentials: Sendable, Hashable {
  /// The consumer key: the application's public key, sent along.
  package var key: String
  /// The consumer secret: the application's private key, never sent.
  package var secret: String

  package init(key: String, secret: String) {
    self.key = key
    self.secret = secret
  }
}
