import GhostlightCore
import HTTPTypes

/// The header fields of the backend.
///
/// - Source: protocol reference B.1.
extension HTTPField.Name {
  static let secret = known("secret")
  static let sid = known("sid")
}
