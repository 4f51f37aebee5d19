import ArgumentParser
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// The options for a command that serves one service, next to a control listener.
struct ListenerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The port to listen on; 0 for a free one.", valueName: "N"))
  var port = 0

  @Option(help: ArgumentHelp("The address to bind.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The port of the control API and console; 0 for a free one.", valueName: "N"))
  var controlPort = 0

  @Option(
    help: ArgumentHelp(
      "Accept requests for this host name, such as *.example.com, or * for all.",
      valueName: "NAME"))
  var allowHost: [String] = []

  @Option(help: "The output format.")
  var format = OutputFormat.text

  func validate() throws {
    for (name, port) in [("--port", port), ("--control-port", controlPort)] {
      guard (0...65_535).contains(port) else {
        throw ValidationError("\(name) must be 0, or a port from 1 to 65535.")
      }
    }
    guard !allowHost.contains(where: \.isEmpty) else {
      throw ValidationError("--allow-host must be a host name, such as *.example.com.")
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

  /// Opens the listeners of one service of a stage: its own, control, and optionally a proxy; then
  /// prints their URLs.
  ///
  /// The service is the stage's first one, or the one named `only`; clients cannot call the others.
  /// Requests for hosts that do not lead to the service are rejected unless `--allow-host` names
  /// them. `recorder` records the exchanges of the service, also those through the proxy.
  ///
  /// - Throws: `ExitCode`, after printing one line: 65 if the certificates cannot be used, 69 if a
  ///   listener cannot be opened.
  func serve(
    _ persisted: PersistedStage, only name: String? = nil, _ tls: TLSOptions,
    _ limits: LimitOptions, proxy: ProxyOptions? = nil, recorder: Recorder? = nil,
    saying text: String
  ) async throws -> EmulatorServer {
    let services = persisted.stage.configuration.services
    let service = services.first { $0.name == name } ?? services[0]
    var options = ServerOptions()
    (options.host, options.portBase, options.ports) = (host, controlPort, [service.name: port])
    options.services = [service.name]
    options.allowedHosts = allowHost
    options.hostRemedy = "--allow-host NAME admits it"
    // A recording or a contract responds to the pages of the app that it was made for, whose hosts
    // it does not name.
    options.admitsAllPages = service.seed is RecordingBackend || service.seed is ContractBackend
    options.tls = try tls.open(host: host, folder: nil)
    (options.proxy, options.recorder) = (proxy, recorder)
    let server = try await persisted.serve(
      options, limits: limits.values, naming: [service.name: "--port", "control": "--control-port"])
    announce(server, of: service.name, saying: text)
    return server
  }

  private func announce(_ server: EmulatorServer, of service: String, saying text: String) {
    let urls: [String: String] = server.addresses.reduce(into: [:]) {
      $0[$1.name] = ServerAddress.reachable($1.url)
    }
    let (url, control) = (urls[service] ?? "", urls["control"] ?? "")
    let proxy = server.proxy.map { (ServerAddress.reachable($0.url), $0.certificateFile) }
    switch format {
    case .json:
      var line: JSONObject = ["ready": true, "url": .string(url), "control": .string(control)]
      if let (proxy, certificate) = proxy {
        line["proxy"] = .string(proxy)
        line["proxyCertificate"] = .string(certificate)
      }
      Terminal.print(JSON.object(line).description)
    case .text:
      Terminal.print("\(url)  \(text)")
      Terminal.print("\(control)  controls it; the console is at \(control)/console/")
      if let (proxy, certificate) = proxy {
        Terminal.print("\(proxy)  is a proxy for the same; clients trust \(certificate)")
      }
    }
    warnIfOpen()
  }

  private func warnIfOpen() {
    guard !ServerAddress.isLoopback(host) else { return }
    Terminal.complain(
      "warning: \(host) is open to the network. Every machine that reaches it can send requests.")
  }
}

/// The options for the emulators' ports and the address that they bind.
struct PortOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first port; 0 for free ones.", valueName: "N"))
  var portBase = 4400

  @Option(
    parsing: .unconditional,
    help: .rare("Cosmos DB's port; 0 for a free one. (default: 8081)", "N"))
  var cosmosPort: Int?

  @Option(
    parsing: .unconditional,
    help: .rare("Serve /alive, /ready and /status at this port; 0 for a free one.", "N"))
  var healthPort: Int?

  @Option(help: ArgumentHelp("The address that the emulators bind.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  func validate() throws {
    guard (0...65_435).contains(portBase) else {
      throw ValidationError("--port-base must be 0, or a port from 1 to 65435.")
    }
    guard (0...65_535).contains(cosmosPort ?? 0) else {
      throw ValidationError("--cosmos-port must be 0, or a port from 1 to 65535.")
    }
    guard (0...65_535).contains(healthPort ?? 0) else {
      throw ValidationError("--health-port must be 0, or a port from 1 to 65535.")
    }
  }

  func set(_ options: inout ServerOptions) {
    (options.host, options.portBase, options.cosmosPort) = (host, portBase, cosmosPort)
    options.healthPort = healthPort
  }
}

/// The options for the address that the control listener binds, for its token and its console.
struct ControlListenerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Open the control API and the console, with a token, at this address.", valueName: "HOST"))
  var controlHost: String?

  @OptionGroup var token: ControlTokenOption

  @Flag(help: .rare("Do not let the console change anything."))
  var readOnlyConsole = false

  func set(_ options: inout ServerOptions) {
    (options.controlHost, options.controlToken) = (controlHost, token.value)
    options.isConsoleReadOnly = readOnlyConsole
  }
}
