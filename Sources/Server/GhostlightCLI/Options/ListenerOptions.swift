import ArgumentParser
import GhostlightCore
import GhostlightServer

/// The options for a command that opens one listener with one responder.
struct ListenerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The port to listen on; 0 takes a free one.", valueName: "N"))
  var port = 0

  @Option(help: ArgumentHelp("The address to bind.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      """
      Answer clients that call this host name too, *.example.com for all below one, * for any. \
      Loopback, addresses, single labels and the hosts that it stands in for are always allowed.
      """, valueName: "NAME"))
  var allowHost: [String] = []

  @Option(help: "How to print: for people, or JSON.")
  var format = OutputFormat.text

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port takes 0, or a port from 1 to 65535.")
    }
    guard !allowHost.contains(where: \.isEmpty) else {
      throw ValidationError("--allow-host takes a host name.")
    }
  }

  /// Returns the host of each URL; invalid URLs are left out.
  static func hosts(of urls: [String]) -> [String] {
    urls.compactMap { url in
      // A wildcard in a third party's recording must not admit all hosts.
      guard let scheme = url.firstRange(of: "://"), !url.contains("*") else { return nil }
      return Authority(String(url[scheme.upperBound...].prefix { $0 != "/" })).host
    }
  }

  /// Opens the listener, optionally together with a proxy, and prints its URL.
  ///
  /// `hosts` are patterns for the hosts that the responder serves. Requests for other hosts are
  /// rejected unless `--allow-host` names them.
  ///
  /// - Throws: `ExitCode` 69, after printing one line, if the listener cannot be opened.
  func serve(
    _ responder: Responder, for hosts: [String], _ tls: TLSOptions, _ limits: LimitOptions,
    beside proxy: ProxyListener? = nil, saying text: String
  ) async throws -> HTTPServer {
    var listener = Listener(
      "--port", host: host, port: port,
      responder: responder.admitting(hosts: hosts + allowHost))
    if let context = try tls.open(host: host, folder: nil) {
      listener = listener.securing(with: context)
    }
    let server: HTTPServer
    do throws(ServerError) {
      server = try await HTTPServer.start(
        [listener] + (proxy.map { [$0.listener] } ?? []), limits: limits.limits)
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(69)
    }
    let url = ServerAddress.reachable(server.addresses["--port"]?.url ?? "")
    let running = proxy?.running(on: server)
    switch format {
    case .json:
      var line: JSONObject = ["ready": true, "url": .string(url)]
      if let running {
        line["proxy"] = .string(ServerAddress.reachable(running.url))
        line["proxyCertificate"] = .string(running.certificateFile)
      }
      Terminal.print(JSON.object(line).description)
    case .text:
      Terminal.print("\(url)  \(text)")
      if let running {
        Terminal.print(
          "\(ServerAddress.reachable(running.url))  is a proxy for the same; clients trust "
            + running.certificateFile)
      }
    }
    if !ServerAddress.isLoopback(host) {
      Terminal.complain(
        "warning: \(host) is open to the network. Every machine that reaches it can send requests.")
    }
    return server
  }
}

/// The options for the emulators' ports and the address that they bind.
struct PortOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Move the block of ports that starts at 4400; 0 takes free ports.", valueName: "N"))
  var portBase = 4400

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Move Cosmos DB's port; 0 takes a free one. (default: 8081, or with --port-base 0 a free one)",
      valueName: "N"))
  var cosmosPort: Int?

  @Option(
    help: ArgumentHelp(
      "The address that the emulators bind; control has --control-host.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  func validate() throws {
    guard (0...65_435).contains(portBase) else {
      throw ValidationError("--port-base takes 0, or a port from 1 to 65435.")
    }
    guard (0...65_535).contains(cosmosPort ?? 0) else {
      throw ValidationError("--cosmos-port takes 0, or a port from 1 to 65535.")
    }
  }

  func set(_ options: inout ServerOptions) {
    (options.host, options.portBase, options.cosmosPort) = (host, portBase, cosmosPort)
  }
}

/// The options for the address that the control listener binds, and for its token.
struct ControlListenerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Open the control API and the console to other machines at this address; every call then needs \
      the token, and one is generated unless it is given. (default: loopback, whatever --host says)
      """, valueName: "ADDRESS"))
  var controlHost: String?

  @OptionGroup var token: ControlTokenOption

  func set(_ options: inout ServerOptions) {
    (options.controlHost, options.controlToken) = (controlHost, token.value)
  }
}
