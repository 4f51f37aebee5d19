import GhostlightClient
import GhostlightCore

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
