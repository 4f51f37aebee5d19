import Foundation
import GhostlightCore

extension JSON {
  /// `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[String: Any]`.
  var foundation: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(exactly: value) ?? Double(value)
    case .double(let value): Int(exactly: value) ?? value
    case .decimal(let value): value.double
    case .string(let value): value
    case .array(let values): values.map(\.foundation)
    case .object(let object): object.foundation
    }
  }
}

extension JSONObject {
  /// The members by name.
  var foundation: [String: Any] {
    var members: [String: Any] = [:]
    for member in self.members { members[member.key] = member.value.foundation }
    return members
  }
}
