package import Foundation
import GhostlightClient
package import GhostlightCore

/// A value of a field: JSON, or what becomes JSON when it is sent.
///
/// - Source: protocol reference C0.3.
indirect enum MKValue: Sendable {
  case json(JSON)
  case date(Date)
  case collection(MKCollection)
  case array([MKValue])
  case object([String: MKValue])
  /// Something that cannot be sent, by the name of its type.
  case invalid(String)
}

extension MKValue {
  /// The value as it is sent, members sorted by name.
  ///
  /// - Throws: `invalidParams` where a part cannot be sent, naming the key.
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
  /// The value for what a caller hands in; `nil` is `null`.
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

  /// The value for a callback; `null` is `NSNull`.
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
  /// `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[String: Any]`.
  var foundation: Any { foundation(\.counted) }

  /// A number as `Int` where it is whole, else as `Double`.
  fileprivate var counted: Any {
    switch self {
    case .integer(let value): Int(exactly: value) ?? Double(value)
    default: number.flatMap { Int(exactly: $0) } ?? number ?? 0
    }
  }
}

extension JSONObject {
  /// The members by name.
  var foundation: [String: Any] { foundation(\.counted) }
}

/// How dates travel.
package enum DateForm: Sendable {
  case milliseconds
  case seconds

  /// The number for a date; `nil` beyond what a number can hold.
  package func json(_ date: Date) -> JSON? {
    let unit = self == .milliseconds ? 1000.0 : 1
    return Int64(exactly: (date.timeIntervalSince1970 * unit).rounded()).map(JSON.integer)
  }

  /// The date of a number, or of text as ISO 8601 writes it.
  package func date(_ json: JSON) -> Date? {
    if let number = json.number {
      return Date(timeIntervalSince1970: self == .milliseconds ? number / 1000 : number)
    }
    return json.string.flatMap(ISODate.milliseconds).map {
      Date(timeIntervalSince1970: Double($0) / 1000)
    }
  }
}
