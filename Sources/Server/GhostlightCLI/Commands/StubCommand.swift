public import ArgumentParser
import Ghostlight
public import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// `ghostlight stub`: runs a server that responds from contracts.
struct StubCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stub", _superCommandName: GhostlightCommand.name,
    abstract: "Serve the responses of contracts.",
    discussion: HelpText.page(
      """
      Responds to each request that an interaction of the Pact files describes; --state selects \
      interactions by their provider states. A request without an interaction gets 501, and the \
      nearest interactions are printed.
      """,
      examples: [
        "ghostlight stub app.json --port 4490 --policy first",
        "ghostlight stub app.json --proxy 0 --allow-host api.example.com",
        "ghostlight stub app.json --policy cycle",
      ],
      exits: [
        0: "every request had a response",
        1: "a request had none, or a file does not exist",
        2: "an invalid contract",
        3: "no interaction",
        69: "a port cannot be opened",
      ]))

  @Argument(help: ArgumentHelp("Pact files, or folders with Pact files.", valueName: "FILE"))
  var paths: [String]

  @Option(help: "The interaction that responds if several fit.")
  var policy = StubPolicy.last

  @Option(
    help: ArgumentHelp("Only interactions whose provider states are given.", valueName: "NAME"))
  var state: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in description, state or file.", valueName: "TEXT"))
  var filter: [String] = []

  @OptionGroup var listener: ListenerOptions
  @OptionGroup(title: "HTTPS", visibility: .hidden) var tls: TLSOptions
  @OptionGroup var vendorProxy: VendorProxyOptions
  @OptionGroup var limits: LimitOptions

  func run() async throws {
    let signals = TerminationSignals()
    let files = try ContractFolder(paths: paths).files()
    for file in files {
      for remark in file.pact.stubRemarks { Terminal.complain("note: \(file.path): \(remark)") }
    }
    let backend = ContractBackend(
      files, policy: policy, filter: ContractFilter(words: filter),
      given: state.isEmpty ? nil : state)
    let fresh = ServiceReport(of: .contract, entries: backend.interactionCount)
    guard fresh.entries > 0 else {
      Terminal.complain(
        filter.isEmpty
          ? "there is no HTTP interaction in \(paths.joined(separator: ", "))"
          : "no interaction fits --filter")
      throw ExitCode(3)
    }
    let hosts = Self.hosts(files) + listener.allowHost
    let proxy = try vendorProxy.options(hosts: hosts, of: "the contract")
    let served = ServedFile(
      Service(name: "contract", title: "Contract", port: 0, seed: backend), hosts: hosts, fresh)
    signals.didStart()
    let server = try await listener.serve(
      served.persisted, tls, limits, proxy: proxy,
      saying:
        "answers for \(Set(files.map(\.pact.provider)).sorted().joined(separator: ", ")) from "
        + "\(fresh.total). Ctrl-C stops it.")
    await signals.first()
    await server.drain(timeoutSeconds: 5)
    let report = served.report(
      unused: backend.countingUses(of: served.backends(ContractBackend.self)).unused)
    switch listener.format {
    case .text: Terminal.print(report.description)
    case .json: Terminal.print(JSON.object(report.json).description)
    }
    SystemCalls.exit(report.exitCode)
  }

  /// Returns the hosts named in the contracts' requests, and the hosts of vendors that are
  /// providers.
  private static func hosts(_ files: [ContractFile]) -> [String] {
    files.flatMap { file in
      let named = file.pact.interactions.flatMap(\.request.headers)
        .filter { $0.name.lowercased() == "host" }.flatMap(\.values).map { Authority($0).host }
      // A wildcard in a third party's contract must not admit all hosts.
      let provider = Service.all.first { $0.name == file.pact.provider }
      return (provider?.hosts ?? []) + named.filter { !$0.contains("*") }
    }
  }
}

extension StubPolicy: ExpressibleByArgument {}
