import GhostlightCore
import GhostlightEmulation

/// What development learns from the first value of an unknown field (A6.1).
enum Inference {
  /// The type of a field first seen with `value`.
  ///
  /// - Throws: ``Fault/nullForUnknownField``, ``Fault/embeddedObject``.
  static func type(
    of value: JSON, field: String, infersBinary: Bool
  ) throws(Fault) -> FieldType {
    switch value {
    case .string(let text) where infersBinary && BinaryText.parse(text) != nil: return .binary
    case .null: throw .nullForUnknownField.filled(["field": field])
    case .object(let object):
      guard GeoPoint(exactly: object) != nil else {
        throw .embeddedObject.filled(["field": field])
      }
      return .geopoint
    case .array(let elements): return .array(try elementType(of: elements, field: field))
    default:
      guard let scalar = scalar(of: value) else { throw .embeddedObject.filled(["field": field]) }
      return .scalar(scalar)
    }
  }

  /// The type of the first element; `nil` for an empty array.
  ///
  /// - Throws: ``Fault/nullForUnknownField``, ``Fault/embeddedObject``.
  static func elementType(of elements: [JSON], field: String) throws(Fault) -> ScalarType? {
    guard let first = elements.first else { return nil }
    if first == .null { throw .nullForUnknownField.filled(["field": field]) }
    guard let type = scalar(of: first) else { throw .embeddedObject.filled(["field": field]) }
    return type
  }

  private static func scalar(of value: JSON) -> ScalarType? {
    switch value {
    case .string: .string
    case .bool: .boolean
    case .integer: .integer
    case .double: .float
    case .decimal(let decimal): decimal.isInteger ? .integer : .float
    default: nil
    }
  }
}
