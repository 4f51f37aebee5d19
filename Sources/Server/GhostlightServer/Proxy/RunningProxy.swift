import Ghostlight
public import GhostlightCore
import NIOCore

/// The address of a running proxy, and the certificate that its clients must trust.
///
/// ``EmulatorServer/proxy`` and ``ProxyListener/running(on:)`` return it. Commands print it and set
/// it in the environment of the programs that they start. It is a value, which does not keep the
/// proxy open.
public struct RunningProxy: Sendable, Hashable {
  /// The URL of the proxy, such as `http://127.0.0.1:4480`.
  public let url: String
  /// The path of the PEM file with the certificate to trust.
  public let certificateFile: String
}

/// A proxy for responders that are not emulators of a stage, such as those of a replay.
///
/// Open ``listener`` together with a command's other listeners by
/// ``HTTPServer/start(_:limits:eventLoops:)``. The proxy stays open until that server stops.
/// ``running(on:)`` then returns the address for clients.
public struct ProxyListener: Sendable {
  /// The listener to open in an ``HTTPServer``.
  public let listener: Listener
  private let gateway: ProxyGateway

  /// Creates a proxy whose rules forward to `responders`, keyed by the emulator name in the rules.
  ///
  /// - Throws: ``ServerError/cannotCertify(name:reason:)`` if the certificate authority cannot be
  ///   opened or created.
  public init(
    _ options: ProxyOptions, host: String, to responders: [String: Responder]
  ) throws(ServerError) {
    gateway = try ProxyGateway(
      certifying: options, at: HostTable(rules: options.settings.rules),
      to: responders.mapValues { ProxyGateway.Emulator(responder: $0, bodyTooLarge: nil) })
    listener = gateway.listener(host: host, port: options.port)
  }

  /// The path of the PEM file with the certificate to trust.
  public var certificateFile: String { gateway.authority.certificateFile }

  /// Returns the running proxy, if `server` has its listener; `nil` otherwise.
  public func running(on server: HTTPServer) -> RunningProxy? { gateway.running(on: server) }
}

extension ProxyGateway {
  /// The name of a proxy's listener.
  static let listenerName = "proxy"

  /// Creates the gateway of a server to its emulators.
  convenience init(
    _ proxy: ProxyOptions, of emulators: [Service], at hosts: HostTable,
    answeredBy responders: StageResponders, _ options: ServerOptions
  ) throws(ServerError) {
    var reached: [String: Emulator] = [:]
    for emulator in emulators {
      reached[emulator.name] = Emulator(
        responder: responders.responder(for: StageResponders.proxied(emulator.name)),
        bodyTooLarge: type(of: emulator.seed).bodyTooLarge(limit: options.limits.bodyBytes))
    }
    try self.init(certifying: proxy, at: hosts, to: reached)
  }

  fileprivate convenience init(
    certifying options: ProxyOptions, at hosts: HostTable, to emulators: [String: Emulator]
  ) throws(ServerError) {
    do throws(TLSError) {
      try self.init(options, at: hosts, to: emulators)
    } catch {
      throw .cannotCertify(name: Self.listenerName, reason: "\(error)")
    }
  }

  /// Returns the proxy's listener, which processes `CONNECT` requests before HTTP.
  func listener(host: String, port: Int) -> Listener {
    var listener = Listener(Self.listenerName, host: host, port: port, responder: responder)
    listener.prepare = { [self] channel, limits in
      try channel.pipeline.syncOperations.addHandler(ProxyHandler(self, limits: limits))
    }
    return listener
  }

  /// Returns the running proxy, if `server` has its listener, and stores the proxy's address.
  func running(on server: HTTPServer) -> RunningProxy? {
    server.addresses[Self.listenerName].map { address in
      note(address)
      return RunningProxy(url: address.url, certificateFile: authority.certificateFile)
    }
  }
}
