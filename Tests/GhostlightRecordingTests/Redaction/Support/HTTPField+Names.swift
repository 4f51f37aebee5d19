import HTTPTypes

extension HTTPField.Name {
  /// StackMob's public key of an app.
  static let stackMobKey = HTTPField.Name("X-StackMob-API-Key") ?? .authorization
  /// App Center's secret of an app.
  static let appSecret = HTTPField.Name("App-Secret") ?? .authorization
}
