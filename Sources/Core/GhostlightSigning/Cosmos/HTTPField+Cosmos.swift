import GhostlightCore
package import HTTPTypes

extension HTTPField.Name {
  /// `x-ms-date`, which signatures cover.
  package static let msDate = known("x-ms-date")
}
