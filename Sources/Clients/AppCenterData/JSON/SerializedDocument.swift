import Foundation
import GhostlightClient
import GhostlightCore

/// A document object as JSON, or the information that it contains a value that JSON cannot
/// represent.
enum SerializedDocument: Sendable {
  case json(JSON)
  case invalid

  /// Converts an object's dictionary to JSON, with members sorted by name so that equal documents
  /// have equal bytes.
  init(_ dictionary: [AnyHashable: Any]) {
    self = Self.object(dictionary, depth: 0).map { .json($0) } ?? .invalid
  }

  private static func object(_ dictionary: [AnyHashable: Any], depth: Int) -> JSON? {
    var members: [String: JSON] = [:]
    for (key, value) in dictionary {
      guard let key = key.base as? String, let value = json(value, depth: depth + 1) else {
        return nil
      }
      members[key] = value
    }
    var object = JSONObject()
    for (key, value) in members.sorted(by: { $0.key < $1.key }) { object[key] = value }
    return .object(object)
  }

  private static func json(_ value: Any, depth: Int) -> JSON? {
    guard depth < JSONLimits.deepest else { return nil }
    do throws(UnrepresentableNumber) {
      if let scalar = try JSON(scalar: value) { return scalar }
    } catch { return .none }
    switch value {
    case let values as [Any]:
      var elements: [JSON] = []
      for value in values {
        guard let element = json(value, depth: depth + 1) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case let members as [AnyHashable: Any]: return object(members, depth: depth)
    default: return nil
    }
  }
}

/// Conversion of JSON to the dictionaries that document classes get.
extension JSON {
  /// An object's members by name; empty for JSON that is not an object.
  var dictionary: [AnyHashable: Any] {
    var members: [AnyHashable: Any] = [:]
    for member in object?.members ?? [] { members[member.key] = member.value.value }
    return members
  }

  /// The value as `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[AnyHashable: Any]`.
  private var value: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(exactly: value) ?? Double(value)
    case .double(let value): value
    case .decimal(let value): UInt64(value.digits) ?? value.double
    case .string(let value): value
    case .array(let values): values.map(\.value)
    case .object: dictionary
    }
  }
}
