import GhostlightCore

/// What may change in a custom code request until it is performed.
struct CustomCodeTerms: Sendable, Hashable {
  var parameters: [FormField] = []
  var responseContentType: String?
}
