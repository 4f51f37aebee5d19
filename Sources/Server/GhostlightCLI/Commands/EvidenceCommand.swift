import ArgumentParser
import GhostlightContracts
import GhostlightCore

/// `ghostlight contracts evidence`: counts the sources that the contracts' promises are based on.
struct EvidenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence",
    abstract: "Count the evidence of promises, and list our own decisions.",
    discussion: HelpText.page(
      """
      Counts the promises that have evidence in the vendor's guide, its other documentation, an \
      SDK, a test suite or a recording. Promises without such evidence are listed as decisions.
      """,
      examples: [
        "ghostlight contracts evidence Contracts/appcenter",
        "ghostlight contracts evidence",
        "ghostlight contracts evidence --format json",
      ],
      exits: [1: "a file does not exist", 2: "an invalid contract", 3: "no contract"]))

  @Argument(help: ArgumentHelp("Pact files, or folders with Pact files.", valueName: "PATH"))
  var paths = ["Contracts"]

  @Option(help: "The output format.")
  var format = OutputFormat.text

  func run() throws {
    let files = try ContractFolder(paths: paths).files()
    guard !files.isEmpty else {
      Terminal.complain("there is no contract in \(paths.joined(separator: ", "))")
      throw ExitCode(3)
    }
    let report = EvidenceReport(files)
    switch format {
    case .text: Terminal.print(report.text)
    case .json: Terminal.print(report.json.text())
    }
  }
}
