import ArgumentParser
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import Synchronization

/// `ghostlight verify`: verifies that a provider fulfills its contracts.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verify a server against contracts.",
    discussion: HelpText.page(
      """
      Sends the requests of Pact files to the emulators, or with --against to your own server, and \
      compares the responses with the contracts. Each broken promise is printed with its request \
      as a curl command.
      """,
      examples: [
        "ghostlight verify Contracts/stackmob --filter login --verbose",
        "ghostlight verify app.json --against https://api.example.com --junit a.xml",
        "ghostlight verify --broker https://broker.example.com --provider todos --map todos=stackmob",
      ],
      exits: [
        0: "every promise is kept",
        1: "a promise is broken, a file does not exist, or no server responds",
        2: "an invalid contract or recording",
        3: "no interaction was played",
        65: "an invalid configuration",
        76: "an invalid response of a broker",
        77: "missing or wrong credentials",
      ]))

  @Argument(
    help: ArgumentHelp(
      "Pact files, folders or URLs. (default: Contracts, without --broker)", valueName: "PATH"))
  var paths: [String] = []

  @OptionGroup var target: ContractTarget

  @Option(help: .rare("The emulator for a provider with another name.", "NAME=EMULATOR"))
  var map: [ProviderName] = []

  @OptionGroup var filters: FilterOptions
  @OptionGroup var broker: BrokerOptions

  @Option(help: ArgumentHelp("Write a JUnit report.", valueName: "FILE"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Write requests and responses to a HAR file for --recording.", valueName: "FILE"))
  var record: String?

  @Option(help: "The output format.")
  var format = ReportFormat.text

  @Flag(
    name: .customLong("untimed"),
    help: .rare("Ignore the response times that contracts promise."))
  var isUntimed = false

  @Flag(help: "Also print promises that are kept.")
  var verbose = false

  @OptionGroup(title: "Recording", visibility: .hidden) var writing: WritingOptions

  func validate() throws {
    try OutputFile.check(junit, "--junit")
    try OutputFile.check(record, "--record")
    guard broker.publish == nil || filters.wanted.isEmpty else {
      throw ValidationError(
        "--publish publishes the results of whole contracts: leave out the filters.")
    }
  }

  func run() async throws {
    try writing.replacement.check(record)
    let watch = ResponseCounter()
    let executor = try await target.executor(watch)
    let sources = ContractSources(
      paths: paths, broker: broker, trustFile: target.trust,
      names: Dictionary(map.map { ($0.provider, $0.emulator) }) { $1 })
    let contracts = try await sources.contracts()
    let runner = ContractRunner(
      executor, catalogues: ProviderCatalogue.emulators, isTimed: !isUntimed)
    let progress = VerifyProgress()
    let report = await runner.run(contracts.files, filter: filters.wanted) {
      progress.record($0, of: $1)
    }
    progress.end()
    if let reason = watch.unreachable {
      throw NotFound(reason)
    }
    try show(report)
    let counts = report.counts
    if counts.runCount == 0 {
      Terminal.complain("nothing was played: \(nothing(report, sources))")
    }
    try await sources.conclude(contracts, report)
    // Nothing is released, because freeing many stages takes longer than exiting.
    SystemCalls.exit(counts.broken > 0 ? 1 : counts.runCount == 0 ? 3 : 0)
  }

  private func show(_ report: ContractReport) throws {
    switch format {
    case .text: Terminal.print(report.terminalText(isVerbose: verbose))
    case .json: Terminal.print(report.json.text(pretty: true))
    case .github: Terminal.print(report.githubAnnotations)
    }
    if let junit, !OutputFile(path: junit).write(String(report.junit.dropLast())) {
      throw ExitCode.failure
    }
    if let record { try writing.write(report.recording, to: record) }
  }

  private func nothing(_ report: ContractReport, _ sources: ContractSources) -> String {
    if report.counts.skipped > 0 { return "all \(report.counts.skipped) were skipped" }
    return filters.wanted.isEmpty
      ? "there is no HTTP interaction in \(sources.description)" : "no interaction fits the filters"
  }
}

enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text
  case json
  case github
}

/// A provider's name and the emulator to use for it: `Shop API=stackmob`.
struct ProviderName: ExpressibleByArgument {
  let provider: String
  let emulator: String

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "=") else { return nil }
    provider = String(argument[..<equals])
    emulator = String(argument[argument.index(after: equals)...])
    guard !provider.isEmpty, !emulator.isEmpty else { return nil }
  }
}

/// Shows, on a terminal, the number of interactions that were run.
final class VerifyProgress: Sendable {
  private struct State {
    var done = 0
    var progress: CountProgress?
  }

  private let state = Mutex(State())

  func record(_ result: ContractResult, of total: Int) {
    let (done, progress) = state.withLock { state in
      state.done += 1
      let progress = state.progress ?? CountProgress("verifying", of: total)
      state.progress = progress
      return (state.done, progress)
    }
    progress.show(done)
  }

  func end() { state.withLock { $0.progress }?.end() }
}

/// The options that select interactions in contracts.
struct FilterOptions: ParsableArguments {
  @Option(help: .rare("Only contracts of this provider.", "NAME"))
  var emulator: String?

  @Option(help: .rare("Only contracts of this consumer.", "NAME"))
  var consumer: [String] = []

  @Option(help: .rare("Only interactions with this text in the description.", "TEXT"))
  var description: [String] = []

  @Option(
    help: .rare("Only interactions with this text in a provider state; \"\" for none.", "TEXT"))
  var state: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in description, state or route.", valueName: "TEXT"))
  var filter: [String] = []

  /// The filter for interactions that all of the options allow.
  var wanted: ContractFilter {
    var wanted = ContractFilter(words: filter, provider: emulator)
    (wanted.descriptions, wanted.states, wanted.consumers) = (description, state, consumer)
    return wanted
  }
}
