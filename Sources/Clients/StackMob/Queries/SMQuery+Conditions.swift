/// Conditions that compare a field with one or several values.
extension SMQuery {
  /// Adds the condition that a field equals a value.
  ///
  /// `nil` matches null, and `""` an empty string. An array or a to-many relationship matches if
  /// one of its elements equals the value. A `Date` is sent as milliseconds since 1970.
  public func `where`(_ field: String, isEqualTo value: Any?) {
    equate(field, value, operation: "", negated: false)
  }

  /// Adds the condition that a field differs from a value.
  ///
  /// `nil` matches fields that are not null, and `""` strings that are not empty.
  public func `where`(_ field: String, isNotEqualTo value: Any?) {
    equate(field, value, operation: "[ne]", negated: true)
  }

  /// Adds the condition that a field is less than a value.
  public func `where`(_ field: String, isLessThan value: Any) {
    compare(field, "[lt]", value)
  }

  /// Adds the condition that a field is less than or equal to a value.
  public func `where`(_ field: String, isLessThanOrEqualTo value: Any) {
    compare(field, "[lte]", value)
  }

  /// Adds the condition that a field is greater than a value.
  public func `where`(_ field: String, isGreaterThan value: Any) {
    compare(field, "[gt]", value)
  }

  /// Adds the condition that a field is greater than or equal to a value.
  public func `where`(_ field: String, isGreaterThanOrEqualTo value: Any) {
    compare(field, "[gte]", value)
  }

  /// Adds the condition that a field, or one of its elements, equals one of the given values.
  ///
  /// A value that contains a comma is not supported.
  public func `where`(_ field: String, isIn values: [Any]) {
    change { $0.set(field + "[in]", QueryValue.list(of: values)) }
  }

  private func equate(_ field: String, _ value: Any?, operation: String, negated: Bool) {
    let text = QueryValue.text(of: value)
    change { parts in
      switch text {
      case nil: parts.set(field + "[null]", negated ? "false" : "true")
      case "": parts.set(field + "[empty]", negated ? "false" : "true")
      case .some(let text): parts.set(field + operation, text)
      }
    }
  }

  private func compare(_ field: String, _ operation: String, _ value: Any) {
    let text = QueryValue.text(of: value)
    change { parts in
      guard let text else {
        parts.refuse(.invalid("\(field)\(operation) needs a value to compare with; it got none."))
        return
      }
      parts.set(field + operation, text)
    }
  }
}
