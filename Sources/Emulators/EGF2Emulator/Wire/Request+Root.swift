import GhostlightCore

extension Request {
  /// Scheme and authority as the client named them.
  var root: String { "\(scheme)://\(authority)" }
}
