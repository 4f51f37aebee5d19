/// The parts of a request that a MAC covers.
///
/// - Source: protocol reference A4.
package struct MACRequest: Sendable, Hashable {
  /// The method of the request line, also when a header field overrides it.
  package var method: String
  /// Path and query as in the request line, starting with `/`.
  package var target: String
  /// The name in the `Host` field, without port.
  package var host: String
  /// The port in the `Host` field, else the scheme's default port.
  package var port: Int
  /// Further ports that a verifier accepts: for https, the http listener's.
  package var alternatePorts: [Int]

  package init(
    method: String, target: String, host: String, port: Int, alternatePorts: [Int] = []
  ) {
    self.method = method
    self.target = target
    self.host = host
    self.port = port
    self.alternatePorts = alternatePorts
  }
}
