/// What a vendor's identifiers look like.
package enum IdentifierShape: Sendable, Hashable {
  /// Lower-case hexadecimal digits.
  case hexadecimal(Int)
  /// Letters of both cases and digits.
  case alphanumeric(Int)
  /// A version 4 UUID in lower case.
  case uuid
}
