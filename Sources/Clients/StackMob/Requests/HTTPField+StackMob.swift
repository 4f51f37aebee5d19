import HTTPTypes

/// The header fields that StackMob has for itself.
///
/// - Source: protocol reference A2.
extension HTTPField.Name {
  static let stackMobAPIKey = vendor("X-StackMob-API-Key")
  static let stackMobExpand = vendor("X-StackMob-Expand")
  static let cascadeDelete = vendor("X-StackMob-CascadeDelete")

  private static func vendor(_ name: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no field name") }
    return name
  }
}
