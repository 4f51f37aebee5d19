import GhostlightCore
import HTTPTypes

extension Request {
  /// Scheme, host and header fields.
  var head: String {
    "\(scheme)://\(authority)\n"
      + headers.map { "\($0.name.rawName): \($0.value)" }.joined(separator: "\n")
  }
}
