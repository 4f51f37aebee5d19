import ArgumentParser
import GhostlightContracts

/// `ghostlight contracts`: what can be done with contract files besides verifying them.
struct ContractsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contracts", abstract: "Read contracts, and count what they cover.",
    subcommands: [RenderCommand.self, EvidenceCommand.self])
}

/// `ghostlight contracts render`: a page of what is promised.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Print a Markdown page of what is promised, and why.",
    discussion: """
      Lists every interaction with its evidence; then, for each emulator of ours, the routes and \
      refusals with the number of interactions that play them, and how many rest on which kind of \
      evidence. A section of a protocol's description is a link to its article, by its path in \
      Ghostlight's sources.

      Example: ghostlight contracts render Contracts/appcenter

      Exit codes: 0, 2 for a broken contract, 3 where there is none, 64 for wrong options.
      """)

  @Argument(help: ArgumentHelp("Pact files, or folders with them.", valueName: "PATH"))
  var paths = ["Contracts"]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the page to a file in place of standard output.", valueName: "FILE"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "What stands before the path of an article: a URL of Ghostlight's sources that ends in a slash.",
      valueName: "URL"))
  var articles = ""

  func validate() throws {
    if let refusal = output.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--output: \(refusal).")
    }
  }

  func run() throws {
    let files = try ContractFolder(paths: paths).files()
    guard !files.isEmpty else {
      Terminal.complain("there is no contract in \(paths.joined(separator: ", "))")
      throw ExitCode(3)
    }
    let page = ContractPage(
      files, catalogues: ProviderCatalogue.emulators, articles: articles
    ).markdown.dropLast()
    guard let output else {
      Terminal.print(String(page))
      return
    }
    guard OutputFile(path: output).write(String(page)) else { throw ExitCode.failure }
  }
}
