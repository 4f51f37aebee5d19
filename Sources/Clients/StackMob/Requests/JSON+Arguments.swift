import Foundation
import GhostlightCore

/// Foundation values that callers hand in, as JSON.
extension JSON {
  /// The value as JSON, members by their names so that the same object is always sent the same.
  ///
  /// - Throws: -100 where a value is none that JSON has, naming the place.
  init(foundation value: Any) throws {
    try self.init(value, at: [])
  }

  private init(_ value: Any, at path: [String]) throws {
    guard path.count < JSONLimits.deepest else {
      throw SMFailure.invalidArguments(
        "The object is nested more than \(JSONLimits.deepest) levels deep.")
    }
    switch value {
    case let value as JSON: self = value
    case is NSNull: self = .null
    case let value as SMGeoPoint: self = value.json
    case let number as NSNumber where type(of: value) is NSNumber.Type:
      try self.init(number: number, at: path)
    case let value as Bool: self = .bool(value)
    case let value as any BinaryInteger: try self.init(digits: String(value), at: path)
    case let value as Float: try self.init(double: Double("\(value)") ?? .nan, at: path)
    case let value as any BinaryFloatingPoint: try self.init(double: Double(value), at: path)
    case let value as String: self = .string(value)
    case let values as [Any]:
      self = .array(
        try values.enumerated().map { try JSON($1, at: path + ["[\($0)]"]) })
    case let members as [AnyHashable: Any]: self = .object(try Self.object(members, at: path))
    default: throw Self.unfit(value, at: path)
    }
  }

  private init(number: NSNumber, at path: [String]) throws {
    switch String(cString: number.objCType) {
    case "c", "B": self = .bool(number.boolValue)
    case "f", "d": try self.init(double: number.doubleValue, at: path)
    default: try self.init(digits: number.stringValue, at: path)
    }
  }

  private init(double: Double, at path: [String]) throws {
    guard double.isFinite else { throw Self.unfit(double, at: path) }
    self = .double(double)
  }

  private init(digits: String, at path: [String]) throws {
    do throws(JSONError) { self = try JSON.parse(digits) } catch {
      throw Self.unfit(digits, at: path)
    }
  }

  private static func object(
    _ members: [AnyHashable: Any], at path: [String]
  ) throws -> JSONObject {
    var named: [(key: String, value: Any)] = []
    for (key, value) in members {
      guard let key = key.base as? String else {
        throw SMFailure.invalidArguments(
          "The key \(key)\(place(path)) is no text; name fields by strings.")
      }
      named.append((key, value))
    }
    named.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(
      uniqueMembers: try named.map { .init($0.key, try JSON($0.value, at: path + [$0.key])) })
  }

  private static func unfit(_ value: Any, at path: [String]) -> NSError {
    SMFailure.invalidArguments(
      "A \(type(of: value))\(place(path)) cannot be sent; give text, numbers, booleans, NSNull, "
        + "an SMGeoPoint, or arrays and dictionaries of them.")
  }

  private static func place(_ path: [String]) -> String {
    path.isEmpty ? "" : " at " + path.joined(separator: ".")
  }
}
