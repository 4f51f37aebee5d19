package import Foundation
import GhostlightClient
package import GhostlightCore

/// The value of a field: JSON, or a value that is converted to JSON when it is sent.
///
/// - Source: protocol reference C0.3.
indirect enum MKValue: Sendable {
  case json(JSON)
  case date(Date)
  case collection(MKCollection)
  case array([MKValue])
  case object([String: MKValue])
  /// A value that cannot be sent; the associated value is the name of its type.
  case invalid(String)
}

extension MKValue {
  /// Converts the value to JSON, with members sorted by name.
  ///
  /// - Throws: `invalidParams`, with the key, if the value or an element of it cannot be sent.
  func json(_ dates: DateForm, key: String) throws(MKError) -> JSON {
    switch self {
    case .json(let json): return json
    case .date(let date):
      guard let json = dates.json(date) else { throw Self.invalid("date out of range", key) }
      return json
    case .collection(let collection):
      return collection.collectionId.map(JSON.string) ?? .null
    case .array(let values):
      var list: [JSON] = []
      for value in values { list.append(try value.json(dates, key: key)) }
      return .array(list)
    case .object(let members):
      var object = JSONObject()
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        object[name] = try value.json(dates, key: key)
      }
      return .object(object)
    case .invalid(let name): throw Self.invalid(name, key)
    }
  }

  private static func invalid(_ name: String, _ key: String) -> MKError {
    MKError(
      .invalidParams,
      message: "A \(name) at \"\(key)\" cannot be sent; give text, numbers, booleans, dates, "
        + "NSNull, an MKCollection, or arrays and dictionaries of them.")
  }
}

extension MKValue {
  /// Creates the field value for a value that a caller has passed; `nil` becomes `null`.
  init(_ value: Any?) {
    guard let value else {
      self = .json(.null)
      return
    }
    do throws(UnrepresentableNumber) {
      if let scalar = try JSON(scalar: value) {
        self = .json(scalar)
        return
      }
    } catch {
      self = .invalid("\(error.value)")
      return
    }
    switch value {
    case let collection as MKCollection: self = .collection(collection)
    case let date as NSDate:
      self = .date(
        Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let date as Date: self = .date(date)
    case is Data, is NSData: self = .invalid("Data")
    case let values as [Any]: self = .array(values.map { MKValue($0) })
    case let members as [String: Any]: self = .object(members.mapValues { MKValue($0) })
    default: self = .invalid(String(describing: type(of: value)))
    }
  }

  /// The value as callers get it; `null` becomes `NSNull`.
  var foundation: Any {
    switch self {
    case .json(let json): json.foundation
    case .date(let date): date
    case .collection(let collection): collection
    case .array(let values): values.map(\.foundation)
    case .object(let members): members.mapValues(\.foundation)
    case .invalid: NSNull()
    }
  }
}

extension JSON {
  /// The value as `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[String: Any]`.
  var foundation: Any { foundation(\.counted) }

  /// The number as an `Int` if it is whole, otherwise as a `Double`.
  fileprivate var counted: Any {
    switch self {
    case .integer(let value): Int(exactly: value) ?? Double(value)
    default: number.flatMap { Int(exactly: $0) } ?? number ?? 0
    }
  }
}

extension JSONObject {
  var foundation: [String: Any] { foundation(\.counted) }
}

/// The unit of dates in requests and responses: milliseconds or seconds since 1970.
package enum DateForm: Sendable {
  case milliseconds
  case seconds

  /// Returns the JSON number for a date, or `nil` if the number is too large for an integer.
  package func json(_ date: Date) -> JSON? {
    let unit = self == .milliseconds ? 1000.0 : 1
    return Int64(exactly: (date.timeIntervalSince1970 * unit).rounded()).map(JSON.integer)
  }

  /// Returns the date for a JSON number or for a string in ISO 8601.
  package func date(_ json: JSON) -> Date? {
    if let number = json.number {
      return Date(timeIntervalSince1970: self == .milliseconds ? number / 1000 : number)
    }
    return json.string.flatMap(ISODate.milliseconds).map {
      Date(timeIntervalSince1970: Double($0) / 1000)
    }
  }
}
