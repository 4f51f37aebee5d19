public import Ghostlight
import GhostlightCore

/// A stage behind sockets: a listener for each emulator, and one for the control API.
public final class EmulatorServer: Sendable {
  /// Where a listener is to be reached.
  public struct Address: Sendable, Hashable {
    /// `control`, or the emulator's name.
    public let name: String
    /// What people call it.
    public let title: String
    /// The base URL, without a slash at its end.
    public let url: String
  }

  /// Control first, then the emulators in the stage's order.
  public let addresses: [Address]
  private let server: HTTPServer

  private init(addresses: [Address], server: HTTPServer) {
    self.addresses = addresses
    self.server = server
  }

  /// Opens every listener, or none.
  ///
  /// - Throws: ``ServerError`` for the first listener that cannot be opened.
  public static func start(
    _ stage: Stage, _ options: ServerOptions = ServerOptions()
  ) async throws(ServerError) -> EmulatorServer {
    let book = AddressBook()
    var control = Listener(
      "control", host: options.host, port: options.controlPort,
      responder: ControlAPI(stage, addresses: book).responder)
    control.isControl = true
    var listeners = [control]
    let allowed = stage.configuration.allowedHosts + options.allowedHosts
    for emulator in stage.configuration.emulators {
      guard let responder = stage.responder(for: emulator.name) else { continue }
      listeners.append(
        Listener(
          emulator.name, host: options.host, port: options.port(of: emulator),
          responder: HostGuard(of: emulator.name, allowing: allowed).guarding(responder)))
    }
    if let tls = options.tls { listeners = listeners.map { $0.securing(with: tls) } }
    let server = try await HTTPServer.start(
      listeners, limits: options.limits, eventLoops: options.eventLoops)
    let titles = Dictionary(
      stage.configuration.emulators.map { ($0.name, $0.title) }
    ) { first, _ in first }
    var addresses: [Address] = []
    if let cosmos = server.addresses["cosmos"] { stage.configuration.noteCosmosPort(cosmos.port) }
    for listener in listeners {
      guard let address = server.addresses[listener.name] else { continue }
      let url = "\(address.scheme)://\(address.host):\(address.port)"
      book.note(url, for: listener.name)
      addresses.append(
        Address(name: listener.name, title: titles[listener.name] ?? "Control", url: url))
    }
    return EmulatorServer(addresses: addresses, server: server)
  }

  /// Stops listening and lets requests in work finish.
  ///
  /// - Returns: How many connections were cut off after `timeoutSeconds`.
  @discardableResult
  public func drain(timeoutSeconds: Int = 5) async -> Int {
    await server.drain(timeoutSeconds: timeoutSeconds)
  }
}
