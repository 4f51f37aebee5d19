import GhostlightClient
import GhostlightCore

/// JSON as the Foundation values that callbacks hand out.
extension JSON {
  /// `NSNull`, `Bool`, `Int`, `UInt64`, `Double`, `String`, `[Any]` or `[String: Any]`.
  var foundation: Any { foundation(\.spelled) }

  /// The members of an object; none where this is no object.
  var userInfo: [String: Any] { object?.foundation(\.spelled) ?? [:] }

  /// The members of an object, with keys as callbacks hand them out.
  var dictionary: [AnyHashable: Any] { userInfo }

  /// The elements of an array; none where this is no array.
  var list: [Any] { (array ?? []).map(\.foundation) }

  /// A number as it is spelled: `1.0` is a `Double`.
  private var spelled: Any {
    switch self {
    case .integer(let value): Int(exactly: value) ?? Double(value)
    case .decimal(let value): UInt64(value.digits) ?? value.double
    default: number ?? 0
    }
  }
}
