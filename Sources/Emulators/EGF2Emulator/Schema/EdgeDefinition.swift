/// A named list of objects that belongs to each object of a type (A16).
struct EdgeDefinition: Sendable {
  let name: String
  /// The names of the types it may hold.
  let contains: [String]
  let rules: AccessRules
}
