import Ghostlight
public import GhostlightCore
import NIOCore

/// A proxy that is up.
public struct RunningProxy: Sendable, Hashable {
  /// Where it listens: `http://127.0.0.1:4480`.
  public let url: String
  /// The certificate to trust, in PEM form.
  public let certificateFile: String
}

/// A proxy before responders of a command's own, to open beside its other listeners.
public struct ProxyListener: Sendable {
  /// What to open.
  public let listener: Listener
  private let gateway: ProxyGateway

  /// Makes a proxy whose rules lead to `responders`, by the name that a rule has for an emulator.
  ///
  /// - Throws: ``ServerError/cannotCertify(name:reason:)`` where the authority cannot be used.
  public init(
    _ options: ProxyOptions, host: String, to responders: [String: Responder]
  ) throws(ServerError) {
    gateway = try ProxyGateway(
      certifying: options,
      to: responders.mapValues { ProxyGateway.Emulator(responder: $0, bodyTooLarge: nil) })
    listener = gateway.listener(host: host, port: options.port)
  }

  /// The certificate to trust, in PEM form.
  public var certificateFile: String { gateway.authority.certificateFile }

  /// The proxy on a server that has its listener; `nil` where it has not.
  public func running(on server: HTTPServer) -> RunningProxy? { gateway.running(on: server) }
}

extension ProxyGateway {
  /// What the listener of a proxy is called.
  static let listenerName = "proxy"

  /// Makes the gateway of a server.
  convenience init(
    _ proxy: ProxyOptions, of emulators: [Ghostlight.Emulator],
    answeredBy responders: StageResponders, _ options: ServerOptions
  ) throws(ServerError) {
    var reached: [String: Emulator] = [:]
    for emulator in emulators {
      reached[emulator.name] = Emulator(
        responder: responders.responder(for: StageResponders.proxied(emulator.name)),
        bodyTooLarge: type(of: emulator.seed).bodyTooLarge(limit: options.limits.bodyBytes))
    }
    try self.init(certifying: proxy, to: reached)
  }

  fileprivate convenience init(
    certifying options: ProxyOptions, to emulators: [String: Emulator]
  ) throws(ServerError) {
    do throws(TLSError) {
      try self.init(options, to: emulators)
    } catch {
      throw .cannotCertify(name: Self.listenerName, reason: "\(error)")
    }
  }

  /// The listener of a proxy: requests for tunnels are taken out before HTTP.
  func listener(host: String, port: Int) -> Listener {
    var listener = Listener(Self.listenerName, host: host, port: port, responder: responder)
    listener.prepare = { [self] channel, limits in
      try channel.pipeline.syncOperations.addHandler(ProxyHandler(self, limits: limits))
    }
    return listener
  }

  /// The proxy on a server that has its listener, whose address the pages show from here on.
  func running(on server: HTTPServer) -> RunningProxy? {
    server.addresses[Self.listenerName].map { address in
      note(address)
      return RunningProxy(url: address.url, certificateFile: authority.certificateFile)
    }
  }
}
