import Foundation

/// The members of a geopoint in a result.
extension Dictionary {
  /// The member `lat` in degrees; `nil` where it is missing or no number.
  public func latitude() -> Double? { number("lat") }

  /// The member `lon` in degrees; `nil` where it is missing or no number.
  public func longitude() -> Double? { number("lon") }

  /// A member as a number; `nil` where it is missing or none.
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
