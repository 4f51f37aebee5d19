import Foundation
import GhostlightCore

/// JSON as the Foundation values that callbacks hand out.
extension JSON {
  /// `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[String: Any]`.
  var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(exactly: value) ?? Double(value)
    case .double(let value): value
    case .decimal(let value): UInt64(value.digits) ?? value.double
    case .string(let value): value
    case .array(let values): values.map(\.foundation)
    case .object: userInfo
    }
  }

  /// The members of an object; none where this is no object.
  var userInfo: [String: Any] {
    var members: [String: Any] = [:]
    for member in object?.members ?? [] { members[member.key] = member.value.foundation }
    return members
  }

  /// The members of an object, with keys as callbacks hand them out.
  var dictionary: [AnyHashable: Any] { userInfo }

  /// The elements of an array; none where this is no array.
  var list: [Any] { (array ?? []).map(\.foundation) }
}
