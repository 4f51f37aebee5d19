import GhostlightCore
import HTTPTypes

extension Request {
  /// The scheme, host and header fields as text.
  var head: String {
    "\(scheme)://\(authority)\n"
      + headers.map { "\($0.name.rawName): \($0.value)" }.joined(separator: "\n")
  }
}
