import GhostlightCore
import HTTPTypes

/// The header fields that StackMob has for itself.
///
/// - Source: protocol reference A2.
extension HTTPField.Name {
  static let stackMobAPIKey = known("X-StackMob-API-Key")
  static let stackMobExpand = known("X-StackMob-Expand")
  static let stackMobRelations = known("X-StackMob-Relations")
  static let stackMobTime = known("X-StackMob-Time-MS")
  static let cascadeDelete = known("X-StackMob-CascadeDelete")
}
