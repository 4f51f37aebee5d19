/// How a value may differ from its example.
///
/// - Source: Pact Specification, version 4, "Matching Rules"; details as the reference
///   implementation in Rust has them.
public indirect enum PactMatcher: Sendable, Hashable {
  /// The same value.
  case equality
  /// A value of the same kind, and so all below it.
  case type(min: Int?, max: Int?)
  /// A text in which the pattern is found.
  case regex(String)
  /// A text that contains another.
  case include(String)
  /// A number without a fraction.
  case integer
  /// A number with a fraction.
  case decimal
  /// Any number.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`.
  case null
  /// A date in a format such as `yyyy-MM-dd`; ISO 8601 where none is named.
  case date(String?)
  /// A time in a format such as `HH:mm:ss`.
  case time(String?)
  /// A date with a time.
  case timestamp(String?)
  /// Bytes of a media type.
  case contentType(String)
  /// Anything but nothing: no empty text, array or object.
  case notEmpty
  /// A semantic version.
  case semver
  /// A class of status codes: `success`, `clientError`, …
  case statusClass(String)
  /// One of these status codes.
  case statusCodes([Int])
  /// Keys of an object that match.
  case eachKey([PactMatcher])
  /// Values of an object or elements of an array that match.
  case eachValue([PactMatcher])
  /// Values of an object, whatever its keys.
  case values
  /// An array that has an element for each variant.
  case arrayContains([PactVariant])
}
