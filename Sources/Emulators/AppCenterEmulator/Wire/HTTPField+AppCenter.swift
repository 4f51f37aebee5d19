import GhostlightCore
import HTTPTypes

extension HTTPField.Name {
  /// Which app asks.
  static let appSecret = known("App-Secret")
}
