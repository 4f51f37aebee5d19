import Foundation

/// The text of values in queries.
///
/// - Source: protocol reference B7.
enum QueryValue {
  /// Returns the text that is sent for a value, or `nil` for an empty optional and `NSNull`.
  ///
  /// Dates become whole milliseconds since 1970, rounded down. The text of a whole number does not
  /// have a fraction, as with the SDK's `NSNumber`.
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

  /// Returns the texts of a list, joined by commas.
  ///
  /// Empty optionals and `NSNull` are left out.
  static func list(of values: [Any]) -> String {
    values.compactMap { text(of: $0) }.joined(separator: ",")
  }

  /// Returns a number with six decimals, the form of geographic conditions.
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

  /// Returns the text of any other value, and looks into an optional that is stored as `Any`.
  private static func describe(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    guard let inner = mirror.children.first else { return nil }
    return text(of: inner.value)
  }
}
