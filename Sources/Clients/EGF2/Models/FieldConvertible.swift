import Foundation

/// A type of properties without parts.
protocol FieldConvertible: SendableMetatype {
  init?(_ value: FieldValue)
  var fieldValue: FieldValue { get }
}

extension String: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .string(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .string(self) }
}

extension Date: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .date(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .date(self) }
}

extension Int: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .integer(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .integer(self) }
}

extension Double: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .number(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .number(self) }
}

extension Bool: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .boolean(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .boolean(self) }
}
