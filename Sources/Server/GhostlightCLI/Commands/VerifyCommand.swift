import ArgumentParser
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import Synchronization

/// `ghostlight verify`: verifies that a provider fulfills its contracts.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify a server against contracts.",
    discussion: """
      Plays the interactions of Pact files, versions 1 to 4, and holds the answers against what they \
      promise. Contracts of ours promise more than Pact can say: absent fields, order, refusals; \
      other verifiers ignore that. A broken promise is shown with its request as curl, the answer, \
      and what differs.

      Emulators answer in process, or with --control those of a running `ghostlight serve`; each \
      interaction has a world of its own, and several are played at a time. A backend of your own \
      answers at --against, one interaction after another, its provider states brought about at \
      --state-url: POST {"state", "params", "action": "setup"}, answered with values for generators. \
      With --without-states, none is brought about. Interactions with a matcher, generator or plugin \
      that is not supported are skipped, by name.

      Contracts are files, folders, URLs, or what a Pact broker has for a provider. Credentials for \
      it stand in $PACT_BROKER_TOKEN, or in $PACT_BROKER_USERNAME and $PACT_BROKER_PASSWORD.

      Examples:
        ghostlight verify Contracts/stackmob --filter login --verbose
        ghostlight verify --control http://127.0.0.1:4400
        ghostlight verify app.json --against https://api.example.com --junit a.xml
        ghostlight verify app.json --against http://127.0.0.1:8080 --state-url \
      http://127.0.0.1:8080/_pact/states
        ghostlight verify --broker https://broker.example.com --provider todos --map todos=stackmob

      Exit codes: 0 every promise is kept, 1 one is broken, 2 a broken contract or recording, 3 \
      nothing was played, 64 for wrong options, 65 for a broken configuration, 69 when the server \
      at --against, --control or --broker does not answer, 76 when a broker answers as none does, \
      77 when it, or the server at --control, wants other credentials.
      """)

  @Argument(
    help: ArgumentHelp(
      "Pact files, folders with them, or URLs of them. (default: Contracts, unless there is a broker)",
      valueName: "PATH"))
  var paths: [String] = []

  @OptionGroup(title: "Who answers") var target: ContractTarget

  @Option(
    help: ArgumentHelp(
      "Let this emulator answer for a provider of another name.", valueName: "PROVIDER=EMULATOR"))
  var map: [ProviderName] = []

  @OptionGroup(title: "Which interactions") var filters: FilterOptions
  @OptionGroup(title: "A Pact broker") var broker: BrokerOptions

  @Option(help: ArgumentHelp("Write a JUnit report.", valueName: "FILE"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Write what was sent and answered, to be verified again with --recording.",
      valueName: "FILE"))
  var record: String?

  @Option(help: "How to print the report: for people, JSON, or annotations of GitHub Actions.")
  var format = ReportFormat.text

  @Flag(
    name: .customLong("untimed"),
    help: .rare("Let answers take longer than promised, as on a busy machine."))
  var isUntimed = false

  @Flag(help: "Show promises that are kept, too.")
  var verbose = false

  @OptionGroup(title: "The recording", visibility: .hidden) var writing: WritingOptions

  func validate() throws {
    for (name, path) in [("--junit", junit), ("--record", record)] {
      guard let refusal = path.flatMap({ OutputFile(path: $0).refusal }) else { continue }
      throw ValidationError("\(name): \(refusal).")
    }
    guard broker.publish == nil || filters.wanted.isEmpty else {
      throw ValidationError(
        "--publish tells what came of whole contracts: leave out the filters.")
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
      Terminal.complain(reason)
      throw ExitCode(69)
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

/// The format of the report.
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
  @Option(
    help: ArgumentHelp("Only the contracts of this provider.", valueName: "NAME"))
  var emulator: String?

  @Option(help: .rare("Only the contracts of this consumer, or one of several.", "NAME"))
  var consumer: [String] = []

  @Option(
    help: .rare("Only interactions with this text in the description, or one of several.", "TEXT"))
  var description: [String] = []

  @Option(
    help: .rare(
      "Only interactions with this text in a provider state, or one of several; \"\" takes those "
        + "without states.", "TEXT"))
  var state: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in the description, a state, the route, the fault or the "
        + "file; all of several.", valueName: "TEXT"))
  var filter: [String] = []

  /// The filter for interactions that all of the options allow.
  var wanted: ContractFilter {
    var wanted = ContractFilter(words: filter, provider: emulator)
    (wanted.descriptions, wanted.states, wanted.consumers) = (description, state, consumer)
    return wanted
  }
}
