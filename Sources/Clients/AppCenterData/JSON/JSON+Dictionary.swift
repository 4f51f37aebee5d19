import Foundation
import GhostlightCore

/// JSON as the values that models are made of.
extension JSON {
  /// The members of an object; none where this is no object.
  var dictionary: [AnyHashable: Any] {
    var members: [AnyHashable: Any] = [:]
    for member in object?.members ?? [] { members[member.key] = member.value.value }
    return members
  }

  /// `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[AnyHashable: Any]`.
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
