package import HTTPTypes

/// The header fields of our own.
extension HTTPField.Name {
  /// Why a request was refused or unmatched, for the developer.
  package static let ghostlightReason = known("X-Ghostlight-Reason")
  /// The namespace that a request is for.
  package static let ghostlightNamespace = known("X-Ghostlight-Namespace")
}
