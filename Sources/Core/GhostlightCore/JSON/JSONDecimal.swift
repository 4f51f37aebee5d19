/// A number kept as the digits that were sent.
///
/// The parser makes one only where `Int64` and `Double` would print other digits, so equal numbers
/// in ordinary spelling are always equal values of ``JSON/integer(_:)`` or ``JSON/double(_:)``.
public struct JSONDecimal: Sendable, Hashable {
  /// The literal, in JSON's grammar for numbers.
  public let digits: String

  /// Keeps `digits`, which the caller knows to be a JSON number.
  package init(uncheckedDigits digits: String) { self.digits = digits }

  /// The nearest double; infinite where the digits exceed its range.
  public var double: Double { Double(digits) ?? 0 }

  /// Whether the digits have neither fraction nor exponent.
  package var isInteger: Bool {
    digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 }
  }
}
