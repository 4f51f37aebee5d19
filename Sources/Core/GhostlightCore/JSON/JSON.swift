/// A JSON value as it stands on the wire.
///
/// Integers and doubles are apart, objects keep the order of their members, and a number whose
/// digits a `Double` or `Int64` would not print again the same way keeps them as text.
public enum JSON: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literals `true` and `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// A number with fraction or exponent whose shortest form is what was sent.
  case double(Double)
  /// Any other number, as its digits: `1.10`, `1E3`, `12345678901234567890`.
  case decimal(JSONDecimal)
  /// A string, decoded.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, its members in the order sent.
  case object(JSONObject)
}
