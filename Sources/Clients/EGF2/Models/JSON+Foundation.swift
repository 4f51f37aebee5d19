import GhostlightClient
import GhostlightCore

extension JSONObject {
  /// The members by name: `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]` or `[String: Any]`.
  var foundation: [String: Any] { foundation(\.spelled) }
}

extension JSON {
  /// A number as it is spelled: `1.0` is a `Double`.
  fileprivate var spelled: Any {
    guard case .integer(let value) = self else { return number ?? 0 }
    return Int(exactly: value) ?? Double(value)
  }
}
