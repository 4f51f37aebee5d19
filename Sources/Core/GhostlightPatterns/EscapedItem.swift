/// What an escape of a regular expression stands for.
enum EscapedItem: Sendable {
  /// A scalar.
  case one(Unicode.Scalar)
  /// Any of several scalars.
  case set(ScalarSet)
}
