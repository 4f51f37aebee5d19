/// A type of JSON Schema.
enum ValueKind: String, Sendable, Hashable {
  case string, number, integer, boolean, array, object, null
}
