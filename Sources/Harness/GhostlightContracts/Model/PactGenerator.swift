public import GhostlightCore

/// What makes a value in the place of an example.
///
/// - Source: Pact Specification, version 4, "Generators".
public enum PactGenerator: Sendable, Hashable {
  /// An expression over what provider states answered: `${authorization}`.
  case providerState(expression: String, dataType: String?)
  /// A whole number.
  case randomInteger(min: Int, max: Int)
  /// A number of some digits, with a point among them.
  case randomDecimal(digits: Int)
  /// Hexadecimal digits.
  case randomHexadecimal(digits: Int)
  /// Letters and digits.
  case randomString(size: Int)
  /// `true` or `false`.
  case randomBoolean
  /// A UUID: `simple`, `lower-case-hyphenated`, `upper-case-hyphenated` or `URN`.
  case uuid(format: String?)
  /// Today, in a format.
  case date(format: String?)
  /// The time of day, in a format.
  case time(format: String?)
  /// Now, in a format.
  case timestamp(format: String?)
  /// One that this runner leaves alone, so that the example stands: `Regex`, `MockServerURL`, …
  case other(JSONObject)
}
