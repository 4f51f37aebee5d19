import ArgumentParser
import Foundation
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import Synchronization

/// `ghostlight verify`: whether contracts are kept.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Tell whether contracts are kept.",
    discussion: """
      Plays the interactions of Pact files, versions 2 to 4, each in a world of its own and several \
      at a time, and holds the answers against what they promise. Contracts of ours promise more \
      than Pact can say: absent fields, order, refusals; other verifiers ignore that.

      Examples:
        ghostlight verify Contracts/stackmob --filter login --verbose
        ghostlight verify --control http://127.0.0.1:4400
        ghostlight verify app.json --against https://api.example.com --junit a.xml
      The second one asks a running `ghostlight serve`; without --control and --against the \
      emulators answer in process.

      Exit codes: 0 every promise is kept, 1 one is broken, 2 a broken contract or recording, 3 \
      nothing was played, 64 for wrong options, 65 for a broken configuration, 69 when the server \
      at --against or --control does not answer.
      """)

  @Argument(help: ArgumentHelp("Pact files, or folders with them.", valueName: "PATH"))
  var paths = ["Contracts"]

  @OptionGroup(title: "Who answers") var target: ContractTarget

  @Option(
    help: ArgumentHelp("Only the contracts of this provider.", valueName: "NAME"))
  var emulator: String?

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in the description, a state, the route, the fault or the "
        + "file; all of several.", valueName: "TEXT"))
  var filter: [String] = []

  @Option(help: ArgumentHelp("Write a JUnit report.", valueName: "FILE"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Write what was sent and answered, to be verified again with --recording.",
      valueName: "FILE"))
  var record: String?

  @Option(help: "How to print the report: for people, or JSON.")
  var format = OutputFormat.text

  @Flag(
    name: .customLong("untimed"),
    help: "Let answers take longer than promised, as on a busy machine.")
  var isUntimed = false

  @Flag(help: "Show promises that are kept, too.")
  var verbose = false

  @OptionGroup(title: "The recording") var writing: WritingOptions

  func validate() throws {
    for (name, path) in [("--junit", junit), ("--record", record)] {
      guard let refusal = path.flatMap({ OutputFile(path: $0).refusal }) else { continue }
      throw ValidationError("\(name): \(refusal).")
    }
  }

  func run() async throws {
    let files = try ContractFolder(paths: paths).files()
    let watch = AnswerCounter()
    let runner = ContractRunner(
      try await target.executor(watch), catalogues: ProviderCatalogue.emulators,
      isTimed: !isUntimed)
    let progress = VerifyProgress()
    let report = await runner.run(
      files, filter: ContractFilter(words: filter, provider: emulator)
    ) { progress.note($0, of: $1) }
    progress.end()
    if let reason = watch.unreachable {
      Terminal.complain(reason)
      throw ExitCode(69)
    }
    switch format {
    case .text:
      Terminal.print(report.text(isColored: Terminal.isColored, isVerbose: verbose))
    case .json: Terminal.print(report.json.text(pretty: true))
    }
    if let junit, !OutputFile(path: junit).write(String(report.junit.dropLast())) {
      throw ExitCode.failure
    }
    if let record { try writing.write(report.recording, to: record) }
    let counts = report.counts
    if counts.runCount == 0 { Terminal.complain("nothing was played: \(nothing(report))") }
    // Nothing is torn down: freeing many stages takes longer than exiting.
    Foundation.exit(counts.broken > 0 ? 1 : counts.runCount == 0 ? 3 : 0)
  }

  private func nothing(_ report: ContractReport) -> String {
    if report.counts.skipped > 0 { return "all \(report.counts.skipped) were skipped" }
    let isChosen = !filter.isEmpty || emulator != nil
    return isChosen
      ? "no interaction fits --filter and --emulator"
      : "there is no HTTP interaction in \(paths.joined(separator: ", "))"
  }
}

/// Counts interactions as they are played, on a terminal.
final class VerifyProgress: Sendable {
  private struct State {
    var done = 0
    var progress: CountProgress?
  }

  private let state = Mutex(State())

  func note(_ result: ContractResult, of total: Int) {
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
