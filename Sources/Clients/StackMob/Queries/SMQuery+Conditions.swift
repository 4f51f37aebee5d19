/// Conditions on one field.
extension SMQuery {
  /// The field equals a value; no value asks for null, `""` for an empty text.
  ///
  /// On an array or a to-many relationship: one element equals the value. A `Date` is sent as
  /// milliseconds since 1970.
  public func `where`(_ field: String, isEqualTo value: Any?) {
    equate(field, value, operation: "", negated: false)
  }

  /// The field differs from a value; no value asks for anything but null, `""` for a text.
  public func `where`(_ field: String, isNotEqualTo value: Any?) {
    equate(field, value, operation: "[ne]", negated: true)
  }

  /// The field is less than a value.
  public func `where`(_ field: String, isLessThan value: Any) {
    compare(field, "[lt]", value)
  }

  /// The field is less than a value or equal to it.
  public func `where`(_ field: String, isLessThanOrEqualTo value: Any) {
    compare(field, "[lte]", value)
  }

  /// The field is greater than a value.
  public func `where`(_ field: String, isGreaterThan value: Any) {
    compare(field, "[gt]", value)
  }

  /// The field is greater than a value or equal to it.
  public func `where`(_ field: String, isGreaterThanOrEqualTo value: Any) {
    compare(field, "[gte]", value)
  }

  /// The field, or one of its elements, is among some values; a value cannot hold a comma.
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
