/// The parts of a request that an OAuth1 signature covers; the body is not among them.
///
/// - Source: protocol reference A5.
package struct OAuth1Request: Sendable, Hashable {
  package var method: String
  /// `http` or `https`.
  package var scheme: String
  /// The name in the `Host` field, without port.
  package var host: String
  /// The port in the `Host` field, nil when there is none.
  package var port: Int?
  /// Path and query as in the request line, starting with `/`.
  package var target: String

  package init(method: String, scheme: String, host: String, port: Int?, target: String) {
    self.method = method
    self.scheme = scheme
    self.host = host
    self.port = port
    self.target = target
  }
}
