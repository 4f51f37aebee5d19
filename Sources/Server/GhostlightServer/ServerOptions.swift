import Ghostlight

/// Where a server listens and how much it takes.
public struct ServerOptions: Sendable {
  /// The address to bind; loopback unless told otherwise.
  public var host = "127.0.0.1"
  /// The first port of the block, control's, which the emulators' follow; 0 takes free ports.
  public var portBase = 4400
  /// Cosmos DB's port, which the vendor's own emulator has too; 0 takes a free one.
  public var cosmosPort = 8081
  /// What requests may measure.
  public var limits = ServerLimits.standard
  /// Names by which clients may call the emulators, beside those of the stage's configuration.
  public var allowedHosts: [String] = []
  /// What listeners answer HTTPS with, beside HTTP on the same port; `nil` for HTTP alone.
  public var tls: TLSContext?
  /// The number of event loops; `nil` for one a core.
  public var eventLoops: Int?

  /// The standard options.
  public init() {}

  /// The control API's port.
  var controlPort: Int { portBase }

  /// An emulator's port; those in the 44xx block move with its base.
  func port(of emulator: Emulator) -> Int {
    guard portBase != 0 else { return 0 }
    guard emulator.name != "cosmos" else { return cosmosPort }
    guard (4400...4499).contains(emulator.port) else { return emulator.port }
    return portBase + emulator.port - 4400
  }
}
