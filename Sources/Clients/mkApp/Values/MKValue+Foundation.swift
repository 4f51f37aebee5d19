import Foundation
import GhostlightClient
import GhostlightCore

extension MKValue {
  /// The value for what a caller hands in; `nil` is `null`.
  init(_ value: Any?) {
    guard let value else {
      self = .json(.null)
      return
    }
    do throws(UnfitNumber) {
      if let scalar = try JSON(scalar: value) {
        self = .json(scalar)
        return
      }
    } catch {
      self = .unfit("\(error.value)")
      return
    }
    switch value {
    case let collection as MKCollection: self = .collection(collection)
    case let date as NSDate:
      self = .date(
        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let date as Date: self = .date(date)
    case is Data, is NSData: self = .unfit("Data")
    case let values as [Any]: self = .array(values.map { MKValue($0) })
    case let members as [String: Any]: self = .object(members.mapValues { MKValue($0) })
    default: self = .unfit(String(describing: type(of: value)))
    }
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
