import Foundation

/// Conversion of values to the strings that queries contain.
///
/// - Source: protocol reference B7.
enum QueryValue {
  /// Returns the string that is sent for a value, or `nil` for an empty optional and `NSNull`.
  ///
  /// A date becomes whole milliseconds since 1970, rounded down. A whole number has no fraction, as
  /// with the SDK's `NSNumber`.
  static func text(of value: Any?) -> String? {
    switch value {
    case nil, is NSNull: nil
    case let text as String: text
    case let date as Date: milliseconds(of: date)
    case let number as NSNumber where type(of: value) == NSNumber.self: number.stringValue
    case let flag as Bool: flag ? "true" : "false"
    case let number as Double: text(of: number)
    case let number as Float: text(of: Double(number))
    case let text as NSString: String(describing: text)
    case .some(let other): describe(other)
    }
  }

  /// Returns the strings of an array's elements, joined by commas.
  ///
  /// Empty optionals and `NSNull` are left out.
  static func list(of values: [Any]) -> String {
    values.compactMap { text(of: $0) }.joined(separator: ",")
  }

  /// Returns a number with six decimals, the format of geographic conditions.
  static func decimals(_ number: Double) -> String {
    String(format: "%.6f", number)
  }

  private static func milliseconds(of date: Date) -> String {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    return Int64(exactly: milliseconds).map { String($0) } ?? String(milliseconds)
  }

  private static func text(of number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }

  /// Returns the string for a value of any other type; an optional that is stored as `Any` is
  /// unwrapped first.
  private static func describe(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    guard let inner = mirror.children.first else { return nil }
    return text(of: inner.value)
  }
}
