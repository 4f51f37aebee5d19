/// A place where a secret stands, as a walk over an exchange finds it.
struct SecretSighting {
  /// The name that gives it away: of the member, the parameter, the header field, the pattern.
  var name: String
  /// The value, decoded.
  var value: String
  /// Whether it is a JSON number.
  var isNumber = false
  /// Whether it differs from one request to the next: a signature, a nonce, a time stamp.
  var isVolatile = false
}
