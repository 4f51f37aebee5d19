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
    subcommands: [RenderCommand.self, MatrixCommand.self, EvidenceCommand.self])
}

/// `ghostlight contracts render`: writes documentation pages about the promises in contracts.
struct RenderCommand: ParsableCommand {
  /// The output format of the pages.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Write pages of promises, with their evidence and SDKs.",
    discussion: """
      A page a contract, with its promises and their evidence; where there are contracts of SDKs \
      (Contracts/VENDOR/consumers), a page a variant with its requests and the promises that cover \
      them, the matrix of both, and the promises that none uses; for each emulator of ours, the \
      routes and refusals with the number of promises. A section of a protocol's description is a \
      link to its article, by its path in Ghostlight's sources.

      With --results, what `ghostlight verify --format json` found where it ran; a report for each \
      executor. The console of `ghostlight serve --contracts` shows the same in a browser.

      Example: ghostlight contracts render Contracts/appcenter --folder pages

      Exit codes: 0, 2 for a broken contract or report, 3 where there is none, 64 for wrong options.
      """)

  @Argument(help: ArgumentHelp("Pact files, or folders with them.", valueName: "PATH"))
  var paths = ["Contracts"]

  @Option(help: "What to write.")
  var format = Format.markdown

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write one file in place of standard output.", valueName: "FILE"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Write a file a page into a folder, which is made where it is missing.", valueName: "DIR"))
  var folder: String?

  @OptionGroup var results: ResultsOptions

  @Option(
    help: ArgumentHelp(
      "What stands before the path of an article: a URL of Ghostlight's sources that ends in a slash.",
      valueName: "URL"))
  var articles = ""

  func validate() throws {
    if let refusal = output.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--output: \(refusal).")
    }
    if folder != nil, output != nil {
      throw ValidationError("--folder and --output: give one of them.")
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
        Terminal.complain("cannot make the folder of \(path): \(SystemCalls.words(for: error))")
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
    commandName: "matrix",
    abstract: "Compare every request of the SDKs with the promises.",
    discussion: """
      A promise covers a request where both are answered by the same route with the same status, and \
      the promise says all of the vendor's words that the request says: parameters with their \
      operators, header fields that select a behaviour, the way of signing, members such as $set. An \
      app's own names and values make no difference.

      With --results, what `ghostlight verify --format json` found where it ran counts, too. With \
      --strict, what none of them ran does as well.

      Example: ghostlight contracts matrix Contracts --verbose

      Exit codes: 0 everything is promised and kept, 1 something is not, 2 a broken contract or \
      report, 3 there is no contract of an SDK, 64 for wrong options.
      """)

  @Argument(help: ArgumentHelp("Pact files, or folders with them.", valueName: "PATH"))
  var paths = ["Contracts"]

  @OptionGroup var results: ResultsOptions

  @Option(help: "How to print: for people, the table of variants as Markdown, or JSON.")
  var format = Format.text

  @Flag(help: "Name the promises that no SDK uses, too.")
  var verbose = false

  @Flag(help: "Fail, too, where an interaction was not run and kept in one of --results.")
  var strict = false

  func validate() throws {
    if strict, results.results.isEmpty {
      throw ValidationError("--strict: it is about what was run; give --results.")
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
        "\(matrix.gaps.count) interactions were not run and kept everywhere; the first is \(gap)")
    }
    guard matrix.isKept, !strict || matrix.gaps.isEmpty else { throw ExitCode.failure }
  }
}

/// The option for the reports of earlier verifications.
struct ResultsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A report of `ghostlight verify --format json`; may be given once for each executor.",
      valueName: "FILE"))
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
