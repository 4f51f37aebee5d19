public import Ghostlight
package import GhostlightCore

/// Records the exchanges between clients of a proxy and other hosts.
///
/// Commands create it from their recording file, and set it as ``ProxyOptions/recording``. The
/// proxy then terminates TLS for the hosts to record, so that clients must trust its certificate
/// for them.
public struct ProxyRecording: Sendable {
  /// Returns a responder whose exchanges are recorded.
  let recorded: @Sendable (Responder) -> Responder
  /// The path of a PEM file with the certificates to trust; `nil` for the system's.
  let trustFile: String?

  /// Creates a recording that wraps the responder of each host with `recorded`.
  package init(trustFile: String? = nil, _ recorded: @escaping @Sendable (Responder) -> Responder) {
    self.trustFile = trustFile
    self.recorded = recorded
  }

  /// Returns the TLS context for connections to the hosts.
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

/// The settings of a proxy that forwards the vendors' hosts to their emulators.
///
/// With it, an app reaches the emulators under the vendor's own host names and over HTTPS. Clients
/// must use the proxy and trust the certificate of its authority. Set it as
/// ``ServerOptions/proxy``, or open a ``ProxyListener`` for other responders.
public struct ProxyOptions: Sendable {
  /// The rules for hosts.
  public var settings: ProxySettings
  /// The port to listen on; 0 selects a free one.
  public var port: Int
  /// The path of the folder with the authority that signs for the hosts.
  public var authorityFolder: String
  /// The maximum number of tunnels to other hosts; a further one gets a 503.
  public var tunnels = 1000
  /// The number of seconds without a byte after which such a tunnel ends.
  public var tunnelIdleSeconds = 300
  /// Records the hosts of ``ProxyRule/Target/record``; without it they are refused.
  public var recording: ProxyRecording?
  /// The proxy through which other hosts are reached; `nil` for none.
  public var upstream: UpstreamProxy? {
    get { dialer.upstream }
    set { dialer.upstream = newValue }
  }

  /// The time for which certificates are created, in milliseconds since 1970.
  let nowMilliseconds: Int64
  /// Connects to other hosts.
  var dialer = ProxyDialer()

  /// Creates the settings of a proxy on a port.
  ///
  /// The folder stores its authority. `nowMilliseconds` is the time for which certificates are
  /// created, in milliseconds since 1970.
  public init(
    _ settings: ProxySettings, port: Int, authorityFolder: String, nowMilliseconds: Int64
  ) {
    self.settings = settings
    self.port = port
    self.authorityFolder = authorityFolder
    self.nowMilliseconds = nowMilliseconds
  }
}
