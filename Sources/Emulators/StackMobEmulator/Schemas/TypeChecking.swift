import GhostlightCore

/// Which values a field of a type takes (A6.2).
enum TypeChecking {
  /// Whether `value` fits; null fits every existing field, an integer also a float field.
  static func fits(_ value: JSON, _ type: FieldType) -> Bool {
    if value == .null { return true }
    switch type {
    case .scalar(let scalar): return fits(value, scalar)
    case .array(let element):
      guard case .array(let values) = value else { return false }
      guard let element = element ?? values.first.flatMap(scalarType) else { return values.isEmpty }
      return values.allSatisfy { fits($0, element) }
    case .relationship(_, let isToMany):
      guard isToMany else { return value.string != nil }
      return value.array?.allSatisfy { $0.string != nil } ?? false
    case .geopoint:
      guard case .object(let object) = value else { return false }
      return GeoPoint(object) != nil
    case .forgotPassword, .binary, .password: return value.string != nil
    }
  }

  /// Whether a single value fits a type of single values.
  static func fits(_ value: JSON, _ type: ScalarType) -> Bool {
    switch (value, type) {
    case (.string, .string), (.bool, .boolean), (.integer, .integer), (.integer, .float),
      (.double, .float):
      true
    case (.decimal(let decimal), .float): decimal.double.isFinite
    case (.decimal(let decimal), .integer): decimal.isInteger
    default: false
    }
  }

  private static func scalarType(_ value: JSON) -> ScalarType? {
    [.string, .boolean, .integer, .float].first { fits(value, $0) }
  }
}
