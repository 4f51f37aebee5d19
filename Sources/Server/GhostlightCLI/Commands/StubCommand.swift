public import ArgumentParser
import Ghostlight
public import GhostlightContracts
import GhostlightCore
import GhostlightServer

/// `ghostlight stub`: runs a server that responds from contracts.
struct StubCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stub", _superCommandName: GhostlightCommand.name,
    abstract: "Answer from contracts, in the place of their providers.",
    discussion: """
      Serves Pact files, versions 2 to 4, until interrupted. A request must be what an interaction \
      asks, by its examples and rules, and gets its response, generated values filled in. Of several \
      interactions that fit equally each has its turn, in the order of the files. A request that \
      none fits gets 501, and a line here says what was nearest. At the end the report lists misses \
      and interactions without a request.

      With --state only interactions answer whose provider states are all named; a request names \
      states of its own in fields X-Ghostlight-State.

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
  @OptionGroup(title: "HTTPS") var tls: TLSOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  func run() async throws {
    let signals = TerminationSignals()
    let files = try ContractFolder(paths: paths).files()
    for file in files {
      for remark in file.pact.remarks { Terminal.complain("note: \(file.path): \(remark)") }
    }
    let stub = ContractStub(files, policy: policy, filter: ContractFilter(words: filter))
    if !state.isEmpty { stub.given = state }
    let count = stub.report.interactions
    guard count > 0 else {
      Terminal.complain(
        filter.isEmpty
          ? "there is no HTTP interaction in \(paths.joined(separator: ", "))"
          : "no interaction fits --filter")
      throw ExitCode(3)
    }
    signals.didStart()
    let server = try await listener.serve(
      stub.responder.printingMisses(), for: Self.hosts(files), tls, limits,
      saying:
        "answers for \(Set(files.map(\.pact.provider)).sorted().joined(separator: ", ")) from "
        + "\(count) \(count == 1 ? "interaction" : "interactions"). Ctrl-C ends.")
    await signals.first()
    await server.drain(timeoutSeconds: 5)
    let report = stub.report
    print(report)
    SystemCalls.exit(report.missCount == 0 ? 0 : 1)
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

  private func print(_ report: ContractStubReport) {
    switch listener.format {
    case .text: Terminal.print("\(report)")
    case .json:
      let json: JSON = [
        "interactions": .integer(Int64(report.interactions)),
        "served": .integer(Int64(report.served)),
        "missed": .integer(Int64(report.missCount)),
        "misses": .array(report.misses.map { .string($0.explanation) }),
        "unused": .array(report.unused.map(JSON.string)),
      ]
      Terminal.print(json.description)
    }
  }
}

extension StubPolicy: ExpressibleByArgument {}
