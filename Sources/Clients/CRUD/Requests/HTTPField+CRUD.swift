import GhostlightCore
import HTTPTypes

/// The header fields that the service has for itself.
///
/// - Source: protocol reference A.1.
extension HTTPField.Name {
  static let secret = known("secret")
  static let sid = known("sid")
}
