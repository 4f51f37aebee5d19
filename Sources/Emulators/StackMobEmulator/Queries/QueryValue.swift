import GhostlightCore
import GhostlightEmulation

/// Reads the values of conditions by the field's type (A10.2).
enum QueryValue {
  /// - Throws: ``Fault/badQueryValue`` where `text` is no value of the type.
  static func read(_ text: String, _ type: FieldType, field: String) throws(Fault) -> JSON {
    guard let value = value(text, scalar(type)) else {
      throw .badQueryValue.filled(["field": field, "type": type.name])
    }
    return value
  }

  /// The parts of a list; there is no escape for a comma.
  static func list(_ text: String, _ type: FieldType, field: String) throws(Fault) -> [JSON] {
    var values: [JSON] = []
    for part in text.parts(at: ",", keepingEmpty: true) {
      values.append(try read(part, type, field: field))
    }
    return values
  }

  /// - Throws: ``Fault/badQueryValue`` for anything but `true` and `false`.
  static func bool(_ text: String, field: String) throws(Fault) -> Bool {
    switch text {
    case "true": return true
    case "false": return false
    default: throw .badQueryValue.filled(["field": field, "type": "boolean"])
    }
  }

  /// What single values of the type are; `nil` where they are none that a condition can name.
  private static func scalar(_ type: FieldType) -> ScalarType? {
    switch type {
    case .scalar(let scalar): scalar
    case .array(let element): element ?? .string
    case .relationship, .forgotPassword, .binary: .string
    case .geopoint, .password: nil
    }
  }

  private static func value(_ text: String, _ type: ScalarType?) -> JSON? {
    switch type {
    case .string: .string(text)
    case .integer: Int64(text).map(JSON.integer)
    case .float: DecimalText.double(text).map(JSON.double)
    case .boolean:
      switch text {
      case "true", "1": .bool(true)
      case "false", "0": .bool(false)
      default: nil
      }
    case nil: nil
    }
  }
}
