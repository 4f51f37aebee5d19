import Foundation
import GhostlightClient
import GhostlightCore

/// Conversion of JSON to the Foundation values that callbacks get.
extension JSON {
  /// The value as `NSNull`, `Bool`, `Int`, `UInt64`, `Double`, `String`, `[Any]` or `[String:
  /// Any]`.
  var foundation: Any { foundation(\.spelled) }

  /// An object's members as Foundation values; empty for JSON that is not an object.
  var userInfo: [String: Any] { object?.foundation(\.spelled) ?? [:] }

  /// An object's members as Foundation values, with the key type that callbacks get.
  var dictionary: [AnyHashable: Any] { userInfo }

  /// An array's elements as Foundation values; empty for JSON that is not an array.
  var list: [Any] { (array ?? []).map(\.foundation) }

  /// A number in the type that its spelling implies: `1.0` is a `Double`, `1` an `Int`.
  private var spelled: Any {
    switch self {
    case .integer(let value): Int(exactly: value) ?? Double(value)
    case .decimal(let value): UInt64(value.digits) ?? value.double
    default: number ?? 0
    }
  }
}

/// Conversion of the Foundation values that callers pass to JSON.
extension JSON {
  /// Creates JSON from a Foundation value.
  ///
  /// Members are sorted by name, so that equal objects are sent identically.
  ///
  /// - Throws: `SMError` -100 with the path of the first value that JSON cannot represent.
  init(foundation value: Any) throws {
    try self.init(value, at: [])
  }

  private init(_ value: Any, at path: [String]) throws {
    guard path.count < JSONLimits.deepest else {
      throw SMFailure.invalidArguments(
        "The object is nested more than \(JSONLimits.deepest) levels deep.")
    }
    do throws(UnrepresentableNumber) {
      if let scalar = try JSON(scalar: value) {
        self = scalar
        return
      }
    } catch {
      throw Self.invalid(error.value, at: path)
    }
    switch value {
    case let value as SMGeoPoint: self = value.json
    case let values as [Any]:
      self = .array(
        try values.enumerated().map { try JSON($1, at: path + ["[\($0)]"]) })
    case let members as [AnyHashable: Any]: self = .object(try Self.object(members, at: path))
    default: throw Self.invalid(value, at: path)
    }
  }

  private static func object(
    _ members: [AnyHashable: Any], at path: [String]
  ) throws -> JSONObject {
    var named: [(key: String, value: Any)] = []
    for (key, value) in members {
      guard let key = key.base as? String else {
        throw SMFailure.invalidArguments(
          "The key \(key)\(location(path)) is not a string; use strings as names of fields.")
      }
      named.append((key, value))
    }
    named.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return JSONObject(
      uniqueMembers: try named.map { .init($0.key, try JSON($0.value, at: path + [$0.key])) })
  }

  private static func invalid(_ value: Any, at path: [String]) -> NSError {
    SMFailure.invalidArguments(
      "A \(type(of: value))\(location(path)) cannot be sent; give text, numbers, booleans, NSNull, "
        + "an SMGeoPoint, or arrays and dictionaries of them.")
  }

  private static func location(_ path: [String]) -> String {
    path.isEmpty ? "" : " at " + path.joined(separator: ".")
  }
}
