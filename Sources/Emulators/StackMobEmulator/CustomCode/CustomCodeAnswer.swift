import GhostlightCore

/// What a configured method of custom code always answers (A21).
struct CustomCodeAnswer: Sendable, Hashable {
  let status: Int
  let contentType: String
  /// Further fields, by names that are ones.
  let headers: [FormField]
  let body: [UInt8]
}
