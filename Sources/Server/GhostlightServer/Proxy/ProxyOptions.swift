public import Ghostlight
package import GhostlightCore
import NIOSSL

/// What records the exchanges with hosts elsewhere, where that is asked for.
public struct ProxyRecording: Sendable {
  /// Makes a responder one whose exchanges are recorded.
  let recorded: @Sendable (Responder) -> Responder
  /// A file with the certificates (PEM) that hosts are trusted by; `nil` for the system's.
  let trustFile: String?

  /// Records with what `recorded` makes of a host's responder.
  package init(trustFile: String? = nil, _ recorded: @escaping @Sendable (Responder) -> Responder) {
    self.trustFile = trustFile
    self.recorded = recorded
  }

  /// What hosts are called with.
  func context() throws(TLSError) -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.applicationProtocols = ["http/1.1"]
    do {
      if let trustFile {
        configuration.trustRoots = .certificates(
          try NIOSSLCertificate.fromPEMBytes(try TLSFiles.read(trustFile)))
      }
      return try NIOSSLContext(configuration: configuration)
    } catch let error as TLSError {
      throw error
    } catch {
      throw .refused(reason: "\(trustFile ?? "the system's certificates"): \(error)")
    }
  }
}

/// How a proxy is set up.
public struct ProxyOptions: Sendable {
  /// Where hosts lead.
  public var settings: ProxySettings
  /// The port to listen on; 0 takes any free one.
  public var port: Int
  /// The folder of the authority that signs for the hosts.
  public var authorityFolder: String
  /// Tunnels to hosts elsewhere at a time; one more is answered 503.
  public var tunnels = 1000
  /// Seconds without a byte after which such a tunnel ends.
  public var tunnelIdleSeconds = 300
  /// What records hosts of ``ProxyRule/Target/record``; without it they are refused.
  public var recording: ProxyRecording?
  /// The proxy through which other hosts are reached; `nil` for none.
  public var upstream: UpstreamProxy? {
    get { dialer.upstream }
    set { dialer.upstream = newValue }
  }

  /// The time that certificates are made at, in milliseconds since 1970.
  let nowMilliseconds: Int64
  /// How hosts elsewhere are reached.
  var dialer = ProxyDialer()

  /// A proxy on a port, with an authority in a folder, at a time.
  public init(
    _ settings: ProxySettings, port: Int, authorityFolder: String, nowMilliseconds: Int64
  ) {
    self.settings = settings
    self.port = port
    self.authorityFolder = authorityFolder
    self.nowMilliseconds = nowMilliseconds
  }
}
