import Ghostlight
import GhostlightCore
import NIOCore

/// The address of a running proxy, and the certificate that its clients must trust.
///
/// It is the value of ``EmulatorServer/proxy``. Commands print it and set it in the environment of
/// the programs that they start. It is a value, which does not keep the proxy open.
public struct RunningProxy: Sendable, Hashable {
  /// The URL of the proxy, such as `http://127.0.0.1:4480`.
  public let url: String
  /// The path of the PEM file with the certificate to trust.
  public let certificateFile: String
  /// The SHA-256 hash of the public key in the proxy's certificates, in Base64.
  ///
  /// Chromium accepts the certificates with the option `--ignore-certificate-errors-spki-list`. Each
  /// start of a proxy creates another key.
  package let keyHash: String
}

extension ProxyGateway {
  /// The name of a proxy's listener.
  static let listenerName = "proxy"

  /// Creates the gateway of a server to its services.
  convenience init(
    _ proxy: ProxyOptions, of services: [Service], at hosts: HostTable,
    answeredBy responders: StageResponders, _ options: ServerOptions
  ) throws(ServerError) {
    var reached: [String: Endpoint] = [:]
    for service in services {
      reached[service.name] = Endpoint(
        responder: responders.responder(for: StageResponders.proxied(service.name)),
        bodyTooLarge: type(of: service.seed).bodyTooLarge(limit: options.limits.bodyBytes))
    }
    do throws(TLSError) {
      try self.init(proxy, at: hosts, to: reached)
    } catch {
      throw .cannotCertify(name: Self.listenerName, reason: "\(error)")
    }
  }

  /// Returns the proxy's listener, which processes `CONNECT` requests before HTTP.
  func listener(host: String, port: Int) -> Listener {
    var listener = Listener(Self.listenerName, host: host, port: port, responder: responder)
    listener.streams = { [self] request in streams(request) }
    listener.prepare = { [self] channel, limits in
      try channel.pipeline.syncOperations.addHandler(ProxyHandler(self, limits: limits))
    }
    return listener
  }

  /// Returns the running proxy, if `server` has its listener, and stores the proxy's address.
  func running(on server: HTTPServer) -> RunningProxy? {
    server.addresses[Self.listenerName].map { address in
      setAddress(address)
      return RunningProxy(
        url: address.url, certificateFile: authority.certificateFile, keyHash: keyHash)
    }
  }
}
