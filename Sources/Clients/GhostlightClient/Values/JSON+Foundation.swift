import Foundation
package import GhostlightCore

extension JSON {
  /// Converts the value to `NSNull`, `Bool`, `String`, `[Any]` or `[String: Any]`.
  ///
  /// Numbers are converted by `number`, because the vendors' SDKs return them as different types.
  package func foundation(_ number: (JSON) -> Any) -> Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer, .double, .decimal: number(self)
    case .string(let value): value
    case .array(let values): values.map { $0.foundation(number) }
    case .object(let object): object.foundation(number)
    }
  }
}

extension JSONObject {
  /// Converts the members to a dictionary; `number` converts the numbers.
  package func foundation(_ number: (JSON) -> Any) -> [String: Any] {
    var members: [String: Any] = [:]
    for member in self.members { members[member.key] = member.value.foundation(number) }
    return members
  }
}

extension JSON {
  /// Converts a value that a caller passed, if it is JSON, `NSNull`, a Boolean, a number or a
  /// string.
  ///
  /// Returns `nil` for all other values. The vendors convert dates, their own objects, lists and
  /// dictionaries in different ways.
  package init?(scalar value: Any) throws(UnrepresentableNumber) {
    switch value {
    case let value as JSON: self = value
    case is NSNull: self = .null
    case let number as NSNumber where type(of: value) is NSNumber.Type:
      try self.init(number: number)
    case let value as Bool: self = .bool(value)
    case let value as any BinaryInteger: try self.init(digits: String(value))
    case let value as Float: try self.init(finite: Double("\(value)") ?? .nan)
    case let value as any BinaryFloatingPoint: try self.init(finite: Double(value))
    case let value as String: self = .string(value)
    default: return nil
    }
  }

  private init(number: NSNumber) throws(UnrepresentableNumber) {
    switch String(cString: number.objCType) {
    case "c", "B": self = .bool(number.boolValue)
    case "f", "d": try self.init(finite: number.doubleValue)
    default: try self.init(digits: number.stringValue)
    }
  }

  private init(finite value: Double) throws(UnrepresentableNumber) {
    guard value.isFinite else { throw UnrepresentableNumber(value: value) }
    self = .double(value)
  }

  private init(digits: String) throws(UnrepresentableNumber) {
    do throws(JSONError) { self = try JSON.parse(digits) } catch {
      throw UnrepresentableNumber(value: digits)
    }
  }
}

/// A number that JSON cannot represent.
package struct UnrepresentableNumber: Error {
  /// The number as a `Double`, or a string of digits that is not a valid number.
  package let value: any Sendable
}
