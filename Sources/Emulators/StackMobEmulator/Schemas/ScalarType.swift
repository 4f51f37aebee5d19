/// The types of single values (A6).
enum ScalarType: String, Sendable, Hashable {
  case string
  case integer
  case float
  case boolean
}
