import Foundation
import GhostlightCore

extension MKValue {
  /// The value for what a caller hands in; `nil` is `null`.
  init(_ value: Any?) {
    guard let value else {
      self = .json(.null)
      return
    }
    switch value {
    case let value as JSON: self = .json(value)
    case let collection as MKCollection: self = .collection(collection)
    case is NSNull: self = .json(.null)
    case let date as NSDate:
      self = .date(
        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let date as Date: self = .date(date)
    case is Data, is NSData: self = .unfit("Data")
    case let number as NSNumber where type(of: value) is NSNumber.Type:
      self.init(number: number)
    case let value as Bool: self = .json(.bool(value))
    case let value as any BinaryInteger: self.init(digits: String(value))
    case let value as Float: self.init(double: Double("\(value)") ?? .nan)
    case let value as any BinaryFloatingPoint: self.init(double: Double(value))
    case let value as String: self = .json(.string(value))
    case let values as [Any]: self = .array(values.map { MKValue($0) })
    case let members as [String: Any]: self = .object(members.mapValues { MKValue($0) })
    default: self = .unfit(String(describing: type(of: value)))
    }
  }

  private init(number: NSNumber) {
    switch String(cString: number.objCType) {
    case "c", "B": self = .json(.bool(number.boolValue))
    case "f", "d": self.init(double: number.doubleValue)
    default: self.init(digits: number.stringValue)
    }
  }

  private init(double: Double) {
    self = double.isFinite ? .json(.double(double)) : .unfit("\(double)")
  }

  private init(digits: String) {
    self = (try? JSON.parse(digits)).map { .json($0) } ?? .unfit(digits)
  }

  /// The value for a callback; `null` is `NSNull`.
  var foundation: Any {
    switch self {
    case .json(let json): json.foundation
    case .date(let date): date
    case .collection(let collection): collection
    case .array(let values): values.map(\.foundation)
    case .object(let members): members.mapValues(\.foundation)
    case .unfit: NSNull()
    }
  }
}
