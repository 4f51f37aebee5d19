import Foundation

/// The latitude and longitude of a geopoint in a result.
extension Dictionary {
  /// Returns the value of `lat` in degrees, or `nil` if it is missing or not a number.
  public func latitude() -> Double? { number("lat") }

  /// Returns the value of `lon` in degrees, or `nil` if it is missing or not a number.
  public func longitude() -> Double? { number("lon") }

  /// Returns the value of a key as a number, or `nil` if it is missing or not a number.
  func number(_ name: String) -> Double? {
    guard let key = name as? Key ?? AnyHashable(name) as? Key else { return nil }
    return switch self[key] as Any? {
    case let number as Double: number
    case let number as Int: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }
}
