/// A string or number that stands in a JSON text.
struct ScannedScalar {
  /// Where it stands, quotes included.
  var range: Range<Int>
  /// The string decoded, or the digits.
  var value: String
  /// Whether it is a number.
  var isNumber: Bool
  /// The name that makes it a secret, where one does.
  var secretName: String?
}
