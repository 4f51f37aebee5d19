import ArgumentParser
import GhostlightContracts
import GhostlightCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight contracts`: the subcommands for contract files; verification is a separate command.
struct ContractsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contracts", abstract: "Print contracts, their evidence and coverage.",
    discussion: HelpText.page(
      """
      Prints the promises of Pact files, their evidence, and the requests of the SDKs that they \
      cover. `ghostlight verify` checks whether a server keeps them.
      """,
      examples: [
        "ghostlight contracts evidence",
        "ghostlight contracts matrix Contracts",
        "ghostlight contracts render Contracts/appcenter --folder pages",
      ],
      exits: [
        1: "a check failed, or a file does not exist",
        2: "an invalid contract",
        3: "no contract",
      ]),
    subcommands: [RenderCommand.self, MatrixCommand.self, EvidenceCommand.self])
}

/// `ghostlight contracts render`: writes documentation pages about the promises in contracts.
struct RenderCommand: ParsableCommand {
  /// The output format of the pages.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Write pages of promises, with their evidence and SDKs.",
    discussion: HelpText.page(
      """
      Writes a page for each contract with its promises and their evidence, and pages with the \
      requests of the SDKs and the routes of the emulators. With --results, the pages also show \
      where `ghostlight verify --format json` verified each promise.
      """,
      examples: [
        "ghostlight contracts render Contracts/appcenter --folder pages",
        "ghostlight contracts render app.json",
        "ghostlight contracts render app.json --results results.json -o app.md",
      ],
      exits: [
        1: "a file does not exist or cannot be written",
        2: "an invalid contract or report",
        3: "no contract",
      ]))

  @Argument(help: ArgumentHelp("Pact files, or folders with Pact files.", valueName: "PATH"))
  var paths = ["Contracts"]

  @Option(help: "The output format.")
  var format = Format.markdown

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write one file. (default: standard output)", valueName: "FILE"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write a file for each page to a folder, which is created.", valueName: "DIR"))
  var folder: String?

  @OptionGroup var results: ResultsOptions

  @Option(
    help: ArgumentHelp(
      "The URL of Ghostlight's sources, for links to their articles.", valueName: "URL"))
  var articles = ""

  func validate() throws {
    try OutputFile.check(output, "--output")
    if folder != nil, output != nil {
      throw ValidationError("Give --folder or --output, not both.")
    }
  }

  func run() throws {
    let pages = ContractPages(
      try results.files(paths), catalogues: ProviderCatalogue.emulators, articles: articles,
      results: try results.read())
    if let folder {
      try write(pages.markdownFiles, to: folder)
      return
    }
    let text = String(pages.markdown.dropLast())
    guard let output else {
      Terminal.print(text)
      return
    }
    guard OutputFile(path: output).write(text) else { throw ExitCode.failure }
  }

  private func write(_ files: [ContractPages.File], to folder: String) throws {
    for file in files {
      let path = "\(folder)/\(file.path)"
      do {
        try FileManager.default.createDirectory(
          at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      } catch {
        Terminal.complain("cannot create the folder of \(path): \(SystemCalls.words(for: error))")
        throw ExitCode.failure
      }
      guard OutputFile(path: path).write(String(file.text.dropLast())) else {
        throw ExitCode.failure
      }
    }
  }
}

/// `ghostlight contracts matrix`: shows which promise covers each request of an SDK, or that none
/// does.
struct MatrixCommand: ParsableCommand {
  /// The output format of the matrix.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case markdown
    case json
  }

  static let configuration = CommandConfiguration(
    commandName: "matrix", abstract: "Compare every request of the SDKs with the promises.",
    discussion: HelpText.page(
      """
      Compares each request of the SDKs with the promises; a promise covers a request with the \
      same route, status and words of the vendor. With --results and --strict, each promise must \
      also have been verified.
      """,
      examples: [
        "ghostlight contracts matrix Contracts --verbose",
        "ghostlight contracts matrix Contracts --format markdown",
        "ghostlight contracts matrix --results results.json --strict",
      ],
      exits: [
        0: "every request is covered",
        1: "a request is not covered, or a file does not exist",
        2: "an invalid contract or report",
        3: "no contract of an SDK",
      ]))

  @Argument(help: ArgumentHelp("Pact files, or folders with Pact files.", valueName: "PATH"))
  var paths = ["Contracts"]

  @OptionGroup var results: ResultsOptions

  @Option(help: "The output format.")
  var format = Format.text

  @Flag(help: "Also print promises that no SDK uses.")
  var verbose = false

  @Flag(help: "Require that --results verified each interaction.")
  var strict = false

  func validate() throws {
    if strict, results.results.isEmpty {
      throw ValidationError("--strict needs a report: add --results FILE.")
    }
  }

  func run() throws {
    let matrix = ContractMatrix(
      try results.files(paths), catalogues: ProviderCatalogue.emulators,
      results: try results.read())
    guard !matrix.variants.isEmpty else {
      Terminal.complain(
        "there is no contract of an SDK in \(paths.joined(separator: ", ")); its file names the SDK's "
          + "variant in metadata.ghostlight.variant")
      throw ExitCode(3)
    }
    switch format {
    case .text:
      Terminal.print(matrix.terminalText(isVerbose: verbose))
    case .markdown: Terminal.print(String(matrix.markdown.dropLast()))
    case .json: Terminal.print(matrix.json.text(pretty: true))
    }
    if strict, let gap = matrix.gaps.first {
      Terminal.complain(
        "\(matrix.gaps.count) interactions were not verified everywhere; the first is \(gap)")
    }
    guard matrix.isKept, !strict || matrix.gaps.isEmpty else { throw ExitCode.failure }
  }
}

/// The option for the reports of earlier verifications.
struct ResultsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A report of `ghostlight verify --format json`.", valueName: "FILE"))
  var results: [String] = []

  /// Reads the reports that the option names.
  ///
  /// - Throws: `ExitCode` 2, after printing one line with the file, the position and the remedy.
  func read() throws -> ContractResults {
    var all = ContractResults()
    for path in results {
      let file = InputFile(path: path, what: "a report of ghostlight verify", code: 2)
      let json = try file.json()
      do throws(PactError) {
        try all.add(json)
      } catch {
        throw file.broken("\(path): \(error)")
      }
    }
    return all
  }

  /// Reads the contracts at `paths`.
  ///
  /// - Throws: `ExitCode` 2 if a contract is invalid, 3 if there are no contracts.
  func files(_ paths: [String]) throws -> [ContractFile] {
    let files = try ContractFolder(paths: paths).files()
    guard !files.isEmpty else {
      Terminal.complain("there is no contract in \(paths.joined(separator: ", "))")
      throw ExitCode(3)
    }
    return files
  }
}
