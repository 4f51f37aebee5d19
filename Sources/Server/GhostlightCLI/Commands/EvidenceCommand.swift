import ArgumentParser
import GhostlightContracts
import GhostlightCore

/// `ghostlight contracts evidence`: counts the sources that the contracts' promises are based on.
struct EvidenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence",
    abstract: "Count the evidence of promises, and list our own decisions.",
    discussion: """
      For each vendor and contract, how many promises rest on a heading of the vendor's guide, on \
      its other documentation, on the source of an SDK, on a vendor's own suite or on a public \
      recording; a promise may rest on several. The last columns count those that name nothing \
      outside of this project: a decision, or only our reference of the protocol. The decisions \
      follow, with their articles and what would settle them; --format json has all promises.

      Example: ghostlight contracts evidence Contracts/appcenter

      Exit codes: 0, 2 for a broken contract, 3 where there is none, 64 for wrong options.
      """)

  @Argument(help: ArgumentHelp("Pact files, or folders with them.", valueName: "PATH"))
  var paths = ["Contracts"]

  @Option(help: "How to print: a table for people, or JSON.")
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
