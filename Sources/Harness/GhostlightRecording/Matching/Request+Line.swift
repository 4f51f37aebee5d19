import GhostlightCore
import HTTPTypes

extension Request {
  /// The request line as reports quote it: `GET /todo?priority[gte]=2`.
  var line: String { "\(method.rawValue) \(target.raw)" }
}
