import GhostlightCore
import GhostlightEmulation

/// One condition in a query string (A10.1), such as `[or1].[and2].age[gte]=25`.
struct QueryCondition: Sendable, Hashable {
  /// The number after `or`; `nil` if the condition is not in an OR block.
  var orBlock: Int?
  /// The number after `and`; `nil` if the condition is not in a conjunction of the OR block.
  var conjunction: Int?
  var field: String
  var comparison: QueryOperator
  var value: String

  /// Creates a condition from a query parameter.
  ///
  /// - Throws: ``Fault/badRequest`` if the parameter's name is malformed.
  init(_ item: QueryItem) throws(Fault) {
    var key = item.name[...]
    orBlock = Self.removePrefix("or", from: &key)
    conjunction = orBlock == nil ? nil : Self.removePrefix("and", from: &key)
    let parts = key.split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
    let malformed = Fault.badRequest.withReason(
      "\"\(item.name)\" is not [orN].[andM].field[operator]", section: "A10.1")
    guard let name = parts.first, !name.isEmpty else { throw malformed }
    field = String(name)
    value = item.value ?? ""
    guard parts.count == 2 else {
      comparison = .equals
      return
    }
    guard parts[1].last == "]", parts[1].count > 1,
      let found = QueryOperator(rawValue: String(parts[1].dropLast()))
    else { throw malformed }
    comparison = found
  }

  /// Removes the prefix `[name<number>].` from `key` and returns the number, or returns `nil` if
  /// `key` has no such prefix.
  private static func removePrefix(_ name: String, from key: inout Substring) -> Int? {
    guard key.hasPrefix("[" + name), let close = key.firstIndex(of: "]") else { return nil }
    let digits = key[key.index(key.startIndex, offsetBy: name.count + 1)..<close]
    let rest = key[key.index(after: close)...]
    guard let number = Int(digits), rest.first == "." else { return nil }
    key = rest.dropFirst()
    return number
  }
}

/// The operators in brackets after a field's name (A10.2); without brackets, the operator is
/// `equals`.
enum QueryOperator: String, Sendable {
  case equals = ""
  case notEqual = "ne"
  case less = "lt"
  case lessOrEqual = "lte"
  case greater = "gt"
  case greaterOrEqual = "gte"
  case isIn = "in"
  case isNotIn = "nin"
  case isNull = "null"
  case isEmpty = "empty"
  case near
  case within
}

/// The conversion of each operator to the query conditions that all emulators share.
///
/// A missing field satisfies only `ne` and `nin` (D28). An array or a to-many relationship
/// satisfies a condition if one of its elements does; for `ne` and `nin`, all elements must.
extension QueryCondition {
  /// Returns the condition in the form that all emulators share.
  ///
  /// - Throws: ``Fault/unknownQueryField`` if the schema does not have the field,
  ///   ``Fault/badQueryValue`` if the value does not have the field's type, or
  ///   ``Fault/badGeoQuery`` if a geographic condition is invalid.
  func lowered(_ schema: Schema) throws(Fault) -> Predicate {
    guard let type = schema[field], type != .password else {
      throw .unknownQueryField.filled(["field": field, "schema": schema.name])
    }
    return .field(FieldPath(field), try test(type))
  }

  private func test(_ type: FieldType) throws(Fault) -> FieldTest {
    switch comparison {
    case .equals: return type.reaching(Self.equality(try read(type)))
    case .notEqual: return .noneOf([type.reaching(Self.equality(try read(type)))])
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return type.reaching(order(of: try read(type)))
    case .isIn: return type.reaching(try membership(type))
    case .isNotIn: return .noneOf([type.reaching(try membership(type))])
    case .isNull:
      let absent: [FieldTest] = [.isMissing, .isNull]
      return try QueryValue.bool(value, field: field) ? .anyOf(absent) : .noneOf(absent)
    case .isEmpty: return try emptiness(type)
    case .near: return try NearCondition(self, type).test
    case .within: return try WithinCondition(self, type).test
    }
  }

  private static func equality(_ value: JSON) -> FieldTest {
    guard case .decimal = value else { return .equals(value) }
    return exactly(value) { $0 == .equal }
  }

  /// Returns the test of an operator that compares by order, such as `lt`.
  private func order(of value: JSON) -> FieldTest {
    guard case .decimal = value else {
      switch comparison {
      case .less: return .less(value)
      case .lessOrEqual: return .lessOrEqual(value)
      case .greater: return .greater(value)
      default: return .greaterOrEqual(value)
      }
    }
    switch comparison {
    case .less: return Self.exactly(value) { $0 == .before }
    case .lessOrEqual: return Self.exactly(value) { $0 != .after }
    case .greater: return Self.exactly(value) { $0 == .after }
    default: return Self.exactly(value) { $0 != .before }
    }
  }

  private func membership(_ type: FieldType) throws(Fault) -> FieldTest {
    var tests: [FieldTest] = []
    var values: [JSON] = []
    for value in try QueryValue.list(value, type, field: field) {
      if case .decimal = value { tests.append(Self.equality(value)) } else { values.append(value) }
    }
    return tests.isEmpty ? .isOneOf(values) : .anyOf(tests + [.isOneOf(values)])
  }

  private func read(_ type: FieldType) throws(Fault) -> JSON {
    try QueryValue.read(value, type, field: field)
  }

  /// Returns the test of the operator `empty`, which only strings have.
  ///
  /// A missing field satisfies neither `true` nor `false` (D29).
  private func emptiness(_ type: FieldType) throws(Fault) -> FieldTest {
    guard type == .scalar(.string) || type == .forgotPassword else {
      throw .badQueryValue.filled(["field": field, "type": type.name])
    }
    guard try QueryValue.bool(value, field: field) else { return .greater("") }
    return .equals("")
  }
}

extension FieldType {
  /// Returns `test`, applied to each element if this type is an array or a to-many relationship.
  fileprivate func reaching(_ test: FieldTest) -> FieldTest {
    switch self {
    case .array, .relationship(_, isToMany: true): .anyElement(test)
    default: test
    }
  }
}

/// A query condition `f[within]=lat,lon,radians` or `f[within]=south,west,north,east` (A18).
///
/// Points on the border satisfy the condition.
enum WithinCondition: Sendable {
  case circle(center: GeoPoint, radius: Double)
  case box(southWest: GeoPoint, northEast: GeoPoint)

  /// Creates a within condition from a parsed condition.
  ///
  /// - Throws: ``Fault/badGeoQuery`` if the field is not a geopoint, or if the numbers are invalid.
  init(_ condition: QueryCondition, _ type: FieldType) throws(Fault) {
    let numbers = try GeoNumbers.read(condition, type)
    let malformed = GeoNumbers.problem(condition, numbers, counts: 3...4)
    if numbers.count == 3, numbers[2] >= 0,
      let center = GeoPoint(latitude: numbers[0], longitude: numbers[1])
    {
      self = .circle(center: center, radius: numbers[2])
    } else if numbers.count == 4,
      let southWest = GeoPoint(latitude: numbers[0], longitude: numbers[1]),
      let northEast = GeoPoint(latitude: numbers[2], longitude: numbers[3])
    {
      self = .box(southWest: southWest, northEast: northEast)
    } else {
      throw malformed
    }
  }

  var test: FieldTest {
    .measured { value, budget throws(Fault) in
      try budget.spend()
      guard case .object(let object) = value, let point = GeoPoint(object) else { return false }
      return contains(point)
    }
  }

  private func contains(_ point: GeoPoint) -> Bool {
    switch self {
    case .circle(let center, let radius): return center.distance(to: point) <= radius
    case .box(let southWest, let northEast):
      guard southWest.latitude <= point.latitude, point.latitude <= northEast.latitude else {
        return false
      }
      // A box whose western border is east of its eastern border crosses the date line.
      guard southWest.longitude <= northEast.longitude else {
        return point.longitude >= southWest.longitude || point.longitude <= northEast.longitude
      }
      return (southWest.longitude...northEast.longitude).contains(point.longitude)
    }
  }
}

/// Functions that parse the values of conditions, depending on the field's type (A10.2).
enum QueryValue {
  /// Returns the value in a string.
  ///
  /// - Throws: ``Fault/badQueryValue`` if the string is not a value of the type.
  static func read(_ text: String, _ type: FieldType, field: String) throws(Fault) -> JSON {
    guard let value = value(text, scalar(type)) else {
      throw .badQueryValue.filled(["field": field, "type": type.name])
    }
    return value
  }

  /// Returns the values in a list that is separated by commas.
  ///
  /// A comma cannot be escaped.
  static func list(_ text: String, _ type: FieldType, field: String) throws(Fault) -> [JSON] {
    var values: [JSON] = []
    for part in text.parts(at: ",", keepingEmpty: true) {
      values.append(try read(part, type, field: field))
    }
    return values
  }

  /// Returns the boolean value of `true` or `false`.
  ///
  /// - Throws: ``Fault/badQueryValue`` for any other string.
  static func bool(_ text: String, field: String) throws(Fault) -> Bool {
    switch text {
    case "true": return true
    case "false": return false
    default: throw .badQueryValue.filled(["field": field, "type": "boolean"])
    }
  }

  /// Returns the type of the single values in a condition on a field of `type`, or `nil` if such a
  /// field cannot be compared.
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
    case .integer: Int64(text).map(JSON.integer) ?? DecimalText.beyond64Bits(text)
    case .float: DecimalText.beyond64Bits(text) ?? DecimalText.double(text).map(JSON.double)
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

/// Functions that parse numbers in a query string.
enum DecimalText {
  /// Returns the finite number in a string of decimal digits, with optional fraction and exponent.
  ///
  /// Returns `nil` for other forms that `Double` accepts, such as `0x10` and `inf`.
  static func double(_ text: String) -> Double? {
    for byte in text.utf8 where !isPart(byte) { return nil }
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// Returns the integer in `text` if it fits neither 64 bits nor exactly a double, otherwise
  /// `nil`.
  static func beyond64Bits(_ text: String) -> JSON? {
    var digits = Array(text.utf8)
    if digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    do throws(JSONError) {
      let json = try JSON.parse(digits)
      guard case .decimal(let decimal) = json, decimal.isInteger, decimal.double.isFinite else {
        return nil
      }
      return json
    } catch { return nil }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
