public import GhostlightCore
package import NIOCore

/// One address to listen on, and who answers there.
public struct Listener: Sendable {
  /// What ``HTTPServer/addresses`` calls it; unique within a server.
  public var name: String
  /// The host name or address to bind.
  public var host: String
  /// The port to bind; 0 takes any free one.
  public var port: Int
  /// What requests say they came by: `http` or `https`.
  public var scheme: String
  /// Who answers.
  public var responder: Responder
  /// Whether it is for those who run the server: its requests that take long have a thread of
  /// their own, and connections are kept for it.
  public var isControl = false
  /// Puts handlers before HTTP, on the connection's loop: the place for TLS.
  ///
  /// They tell the connection its scheme with a ``ConnectionEvent``.
  package var prepare: (@Sendable (any Channel, ServerLimits) throws -> Void)?

  /// Makes a listener; on loopback and any free port unless told otherwise.
  public init(
    _ name: String, host: String = "127.0.0.1", port: Int = 0, scheme: String = "http",
    responder: Responder
  ) {
    self.name = name
    self.host = host
    self.port = port
    self.scheme = scheme
    self.responder = responder
  }
}
