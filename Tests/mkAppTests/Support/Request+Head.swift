import GhostlightCore
import HTTPTypes

extension Request {
  /// The request's scheme, host and header fields, one on each line.
  var head: String {
    "\(scheme)://\(authority)\n"
      + headers.map { "\($0.name.rawName): \($0.value)" }.joined(separator: "\n")
  }
}
