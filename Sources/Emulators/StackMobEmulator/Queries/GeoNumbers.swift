import GhostlightEmulation

/// Reads the numbers of `near` and `within`.
enum GeoNumbers {
  /// - Throws: ``Fault/badGeoQuery`` where the field is no geopoint or a part is no number.
  static func read(_ condition: QueryCondition, _ type: FieldType) throws(Fault) -> [Double] {
    let malformed = Fault.badGeoQuery.filled(["field": condition.field])
    guard type == .geopoint else { throw malformed.because("the field's type is \(type.name)") }
    var numbers: [Double] = []
    for part in condition.value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = DecimalText.double(String(part)) else {
        throw malformed.because("\"\(part)\" is no number")
      }
      numbers.append(number)
    }
    return numbers
  }
}
