public import Ghostlight
package import GhostlightCore

/// Records the exchanges between a proxy's clients and other hosts.
///
/// Commands create it for their recording file, and set it as ``ProxyOptions/recording``. The proxy
/// then terminates TLS for the recorded hosts, so clients must trust the proxy's certificate.
public struct ProxyRecording: Sendable {
  /// Returns a responder whose exchanges are recorded.
  let recorded: @Sendable (Responder) -> Responder
  /// The path of a PEM file with the certificates to trust; `nil` for the system's certificates.
  let trustFile: String?

  /// Creates a recording; `recorded` wraps the responder of each recorded host.
  package init(trustFile: String? = nil, _ recorded: @escaping @Sendable (Responder) -> Responder) {
    self.trustFile = trustFile
    self.recorded = recorded
  }

  /// Returns the TLS context for connections to the recorded hosts.
  func context() throws(TLSError) -> ClientTLS {
    do {
      return try ClientTLS(trusting: trustFile)
    } catch let error as TLSError {
      throw error
    } catch {
      throw .refused(reason: "\(trustFile ?? "the system's certificates"): \(error)")
    }
  }
}

/// The settings of a proxy that forwards requests for the vendors' hosts to the emulators.
///
/// With such a proxy, an app reaches the emulators under the vendors' own host names and over
/// HTTPS. Clients must use the proxy and trust the certificate of its authority. Set the options as
/// ``ServerOptions/proxy``.
public struct ProxyOptions: Sendable {
  /// The rules for hosts: which go to an emulator, which are reached directly, which are rejected.
  public var settings: ProxySettings
  /// The port to listen on; 0 selects a free port.
  public var port: Int
  /// The path of the folder that stores the certificate authority for the vendors' hosts.
  public var authorityFolder: String
  /// The maximum number of open tunnels to other hosts; further requests get a 503 response.
  public var tunnels = 1000
  /// The number of seconds without a byte after which a tunnel is closed.
  public var tunnelIdleSeconds = 300
  /// Records exchanges with hosts whose rule is ``ProxyRule/Target/record``.
  ///
  /// With `nil`, requests to these hosts are rejected.
  public var recording: ProxyRecording?
  /// The proxy through which other hosts are reached; `nil` to connect directly.
  public var upstream: UpstreamProxy? {
    get { dialer.upstream }
    set { dialer.upstream = newValue }
  }

  /// The current time for creating certificates, in milliseconds since 1970.
  let nowMilliseconds: Int64
  /// Connects to other hosts.
  var dialer = ProxyDialer()

  /// Creates the settings of a proxy that listens on `port`.
  ///
  /// The folder stores the proxy's certificate authority. `nowMilliseconds` is the current time for
  /// creating certificates, in milliseconds since 1970.
  public init(
    _ settings: ProxySettings, port: Int, authorityFolder: String, nowMilliseconds: Int64
  ) {
    self.settings = settings
    self.port = port
    self.authorityFolder = authorityFolder
    self.nowMilliseconds = nowMilliseconds
  }
}
