import GhostlightCore
public import HTTPTypes

/// StackMob's own header fields (A2).
extension HTTPField.Name {
  /// Names the app: its public key.
  public static let stackMobAPIKey = known("X-StackMob-API-Key")
  static let stackMobExpand = known("X-StackMob-Expand")
  static let stackMobSelect = known("X-StackMob-Select")
  static let stackMobOrderBy = known("X-StackMob-OrderBy")
  static let stackMobRelations = known("X-StackMob-Relations")
  static let stackMobFieldTypes = known("X-StackMob-FieldTypes")
  static let stackMobCascadeDelete = known("X-StackMob-CascadeDelete")
  static let stackMobForwardedHost = known("X-StackMob-Forwarded-Host")
  static let stackMobForwardedPort = known("X-StackMob-Forwarded-Port")
  static let stackMobTime = known("X-StackMob-Time-MS")
  static let methodOverride = known("X-HTTP-Method-Override")
}
