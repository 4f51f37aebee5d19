import HTTPTypes

extension HTTPField.Name {
  /// The header field that contains the public key of a StackMob app.
  static let stackMobKey = HTTPField.Name("X-StackMob-API-Key") ?? .authorization
  /// The header field that contains the secret of an App Center app.
  static let appSecret = HTTPField.Name("App-Secret") ?? .authorization
}
