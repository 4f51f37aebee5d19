import Foundation

/// The text of a value in a query.
///
/// - Source: protocol reference B7.
enum QueryValue {
  /// The text of a value as sent; `nil` for what stands for nothing: an empty optional, `NSNull`.
  ///
  /// Dates become whole milliseconds since 1970, rounded down. A number without fraction has none
  /// in the text either, as with the SDK's `NSNumber`.
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

  /// The texts of a list, joined by commas; what stands for nothing is left out.
  static func list(of values: [Any]) -> String {
    values.compactMap { text(of: $0) }.joined(separator: ",")
  }

  /// A number with six decimals, as in a geo condition.
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

  /// The text of any other value, an optional inside of `Any` looked through.
  private static func describe(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return String(describing: value) }
    guard let inner = mirror.children.first else { return nil }
    return text(of: inner.value)
  }
}
