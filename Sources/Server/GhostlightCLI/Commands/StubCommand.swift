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
    discussion: """
      Serves Pact files, versions 1 to 4, until interrupted. A request must be what an interaction \
      asks, by its examples and rules, and gets its response, generated values filled in. Of several \
      interactions that fit equally each has its turn, in the order of the files. A request that \
      none fits gets 501, and a line here says what was nearest. At the end the report lists misses \
      and interactions without a request.

      With --state only interactions answer whose provider states are all named; a request names \
      states of its own in fields X-Ghostlight-State.

      The second address is its control API, with a console: namespaces, fault plans for the \
      emulator "contract", requests and provider states. After a reset, every interaction is unused \
      again. With --proxy, the hosts of the contract and of --allow-host lead to it, within TLS too.

      Example: ghostlight stub app.json --port 4490 --policy first

      Exit codes: 0, 1 when requests missed, 2 for a broken contract, 3 when there is no \
      interaction, 64 for wrong options, 69 when it cannot listen.
      """)

  @Argument(help: ArgumentHelp("Pact files, or folders with them.", valueName: "FILE"))
  var paths: [String]

  @Option(
    help: "Who of several that fit answers: the first, or each in turn, then the last or all again."
  )
  var policy = StubPolicy.last

  @Option(help: ArgumentHelp("A provider state that holds; of several, all.", valueName: "NAME"))
  var state: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in the description, a state or the file; all of several.",
      valueName: "TEXT"))
  var filter: [String] = []

  @OptionGroup(title: "Where to listen") var listener: ListenerOptions
  @OptionGroup(title: "HTTPS", visibility: .hidden) var tls: TLSOptions
  @OptionGroup(title: "A proxy with the contract's hosts") var vendorProxy: VendorProxyOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

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
        + "\(fresh.total). Ctrl-C ends.")
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
