import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight serve`: serves all emulators on loopback, until interrupted.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", _superCommandName: GhostlightCommand.name,
    abstract: "Serve the emulators until Ctrl-C.",
    discussion: HelpText.page(
      """
      Starts the emulators, the control API and the console on loopback, and keeps their state in \
      memory unless --data names a folder. A client gets its own data with the header field \
      X-Ghostlight-Namespace, or with a host such as mytest.localhost.
      """,
      examples: [
        "ghostlight serve --only stackmob,cosmos --log text",
        "ghostlight serve --config ghostlight.json --watch",
        "ghostlight serve --data state --proxy 4480",
      ],
      exits: [
        0: "after Ctrl-C or SIGTERM",
        1: "a file does not exist, or a recording cannot be written",
        65: "an invalid configuration, data folder or certificate",
        69: "a port cannot be opened",
      ]))

  @OptionGroup var ports: PortOptions

  @Option(help: "The output format.")
  var format = OutputFormat.text

  @Flag(help: "Read the configuration again when it changes, and reset the state.")
  var watch = false

  @Option(help: "Print a line for each request to standard error.")
  var log: OutputFormat?

  @OptionGroup var stage: StageOptions

  @OptionGroup var tls: TLSOptions

  @OptionGroup var control: ControlListenerOptions

  @OptionGroup var console: ConsoleOptions

  @OptionGroup var names: PublicAddressOptions

  @OptionGroup var vendorProxy: VendorProxyOptions

  func validate() throws {
    if watch { try stage.validateWatch() }
  }

  /// The objects that must exist before any listener is opened.
  struct Opened {
    let signals: TerminationSignals
    /// The initial state of the configuration's files, for `--watch`; `nil` without that option.
    let changes: FileChanges?
    let persisted: PersistedStage
  }

  /// Reads the configuration and the data folder.
  func open() throws -> Opened {
    Opened(
      signals: TerminationSignals(), changes: watch ? stage.watched : nil,
      persisted: try stage.open())
  }

  func run() async throws { try await serve(open()) }

  func serve(_ opened: Opened) async throws {
    let (signals, persisted) = (opened.signals, opened.persisted)
    var options = ServerOptions()
    ports.set(&options)
    control.set(&options)
    console.set(&options)
    options.allowedHosts = names.allowHost
    options.publicAddresses = try names.addresses(of: persisted.stage.configuration.services)
    options.isReplaceable = watch
    if let log {
      options.onExchange = { emulator, request, response in
        ExchangeLine.write(emulator, request, response, as: log)
      }
    }
    options.tls = try tls.open(
      host: ServerAddress.isLoopback(ports.host) ? control.controlHost ?? ports.host : ports.host,
      folder: stage.data)
    options.proxy = try vendorProxy.options(
      persisted.stage.configuration.proxy, folder: stage.data)
    let server = try await persisted.serve(options)
    signals.didStart()
    announce(server)
    let watcher = opened.changes.flatMap {
      stage.watch($0, after: persisted) { server.replace(with: $0) }
    }
    await signals.first()
    watcher?.stop()
    let cutOff = await server.drain()
    if cutOff > 0 {
      Terminal.complain("closed \(cutOff) connections whose requests were not finished")
    }
    let isRecorded = persisted.close(log)
    // Nothing is released, because freeing large states takes longer than exiting.
    SystemCalls.exit(isRecorded ? 0 : 1)
  }

  private func announce(_ server: EmulatorServer) {
    let announcement = StartupBanner(
      addresses: server.addresses, security: tls.remark(folder: stage.data), proxy: server.proxy,
      controlToken: server.controlToken)
    switch format {
    case .text: Terminal.print(announcement.table)
    case .json: Terminal.print(announcement.line)
    }
    ServerAddress.warn(of: ports.host, control: control.controlHost)
  }
}

/// The options for what the console shows.
struct ConsoleOptions: ParsableArguments {
  /// The folder of contracts to show if the user does not name any.
  private static let folder = "Contracts"

  @Option(
    help: ArgumentHelp(
      "Show these Pact files in the console. (default: Contracts)", valueName: "PATH"))
  var contracts: [String] = []

  @Option(help: .rare("Show a report of `ghostlight verify --format json`, too.", "FILE"))
  var contractResults: [String] = []

  @Option(help: .rare("The URL of Ghostlight's sources, for links to their articles.", "URL"))
  var articles: String?

  func validate() throws {
    guard articles.map({ $0.hasPrefix("http") && $0.hasSuffix("/") }) ?? true else {
      throw ValidationError("--articles must be a URL that ends in a slash.")
    }
    for (option, paths) in [("contracts", contracts), ("contract-results", contractResults)] {
      for path in paths where !FileManager.default.fileExists(atPath: path) {
        throw NotFound("--\(option): there is no file or folder \(path)")
      }
    }
  }

  /// Applies these options to the options of a server.
  func set(_ options: inout ServerOptions) {
    options.contracts.contracts = contracts
    if contracts.isEmpty, FileManager.default.fileExists(atPath: Self.folder) {
      options.contracts.contracts = [Self.folder]
    }
    options.contracts.results = contractResults
    options.articles = articles
  }
}

/// Prints one line for each exchange, for `serve --log`.
enum ExchangeLine {
  static func write(
    _ emulator: String, _ request: Request, _ response: Response, as format: OutputFormat
  ) {
    let time = ISODate.format(milliseconds: SystemTime.milliseconds())
    let (method, target) = (request.method.rawValue, Redactor().masked(request.target).raw)
    switch format {
    case .text:
      Terminal.report("\(time) \(emulator) \(method) \(target) \(response.status.code)")
    case .json:
      let line: JSON = [
        "time": .string(time), "emulator": .string(emulator), "method": .string(method),
        "target": .string(target), "status": .integer(Int64(response.status.code)),
        "bytes": .integer(Int64(response.body.count)),
      ]
      Terminal.report(line.description)
    }
  }
}

/// The text that `serve` prints after all listeners are open.
struct StartupBanner {
  let addresses: [EmulatorServer.Address]
  /// A sentence about HTTPS; `nil` if the server does not use HTTPS.
  let security: String?
  /// The proxy that serves the vendors' hosts; `nil` if there is none.
  var proxy: RunningProxy?
  /// The token for control calls; `nil` if they need none.
  var controlToken: ControlToken?

  /// One line of JSON for programs: `{"ready":true,"control":"http://127.0.0.1:4400",…}`.
  var line: String {
    var object: JSONObject = ["ready": true]
    for address in addresses {
      object[address.name] = .string(ServerAddress.reachable(address.url))
    }
    object["controlToken"] = controlToken.map { .string($0.text) }
    if let proxy {
      object["proxy"] = .string(ServerAddress.reachable(proxy.url))
      object["proxyCertificate"] = .string(proxy.certificateFile)
    }
    object["keys"] = .object(addresses.flatMap(\.keys).json)
    let behind = addresses.filter { $0.url != $0.listensAt }
    if !behind.isEmpty {
      object["listening"] = .object(
        behind.reduce(into: [:]) { $0[$1.name] = .string(ServerAddress.reachable($1.listensAt)) })
    }
    return JSON.object(object).description
  }

  /// A table of the listeners for the user, with commands to copy.
  var table: TerminalText {
    let rows = addresses.map { ($0.name == "control" ? "Console" : $0.title, $0) }
    let width = max(rows.map(\.0.count).max() ?? 0, "Manual".count)
    var lines: [TerminalText] = ["Ghostlight \(Version.current) is ready. Ctrl-C stops it.", ""]
    for (title, address) in rows {
      let url = ServerAddress.reachable(address.url)
      let isBehind = address.url != address.listensAt
      let listener = ServerAddress.reachable(address.listensAt)
      let rest = isBehind ? "  (listens at \(listener))" : ""
      lines.append("  \(title.padding(to: width))  \(url, .cyan)\(rest)")
    }
    if let proxy {
      let url = ServerAddress.reachable(proxy.url)
      let hint = "(open http://ghostlight.test/ through it for the steps)"
      lines.append("  \("Proxy".padding(to: width))  \(url, .cyan)  \(hint)")
    }
    if let control = addresses.first(where: { $0.name == "control" }) {
      let url = ServerAddress.reachable(control.url) + ManualSite.root
      lines.append("  \("Manual".padding(to: width))  \(url, .cyan)")
    }
    if let security { lines += ["", TerminalText(security)] }
    if let link = controlToken?.consoleLink(addresses) {
      lines += [""] + link.map { TerminalText($0) }
    }
    let keys = addresses.flatMap(\.keys)
    if !keys.isEmpty {
      let width = keys.map(\.name.count).max() ?? 0
      lines += ["", "Keys:"]
      lines += keys.map { "  \($0.name.padding(to: width))  \($0.value)" }
    }
    let examples = addresses.compactMap { address in
      address.firstRequest.map {
        $0.replacing(address.url, with: ServerAddress.reachable(address.url))
      }
    }
    if let example = examples.first { lines += ["", "Try:", TerminalText("  " + example)] }
    if examples.count > 1 {
      lines.append("`ghostlight status` prints a request for each emulator.")
    }
    return lines.joined(separator: "\n")
  }
}

extension ControlToken {
  /// The curl options that send the token in the environment variable.
  static let field = "-H \"Authorization: Bearer $GHOSTLIGHT_CONTROL_TOKEN\""

  /// Returns lines with the console's sign-in link, the only output that contains the token.
  func consoleLink(_ addresses: [EmulatorServer.Address]) -> [String] {
    let control = addresses.first { $0.name == "control" }?.url ?? ""
    return [
      "Control calls need a token. This link gives it to the console; commands take it from "
        + "GHOSTLIGHT_CONTROL_TOKEN:",
      "  \(ServerAddress.reachable(control))/console/#token=\(text)",
    ]
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
