import ArgumentParser
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options for the console: what it shows, and whether it may change anything.
struct ConsoleOptions: ParsableArguments {
  /// The folder of contracts to show if the user does not name any.
  private static let folder = "Contracts"

  @Flag(help: "Let the console in the browser look, and change nothing.")
  var readOnlyConsole = false

  @Option(
    help: ArgumentHelp(
      """
      Show the Pact files of a folder, or one, at /console/contracts; at most 1000 of together 64 MiB. \
      (default: Contracts of the working folder, if there is one)
      """, valueName: "PATH"))
  var contracts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show there what `ghostlight verify --format json` found.", valueName: "FILE"))
  var contractResults: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Link routes to their chapters: what stands before the path of an article, a URL of Ghostlight's \
      sources that ends in a slash.
      """, valueName: "URL"))
  var articles: String?

  @Option(
    help: ArgumentHelp(
      "Refuse longer bodies of control calls, such as snapshots, with 413.", valueName: "SIZE"))
  var maxControlBody = ByteSize(bytes: ServerLimits.standard.controlBodyBytes)

  func validate() throws {
    guard articles.map({ $0.hasPrefix("http") && $0.hasSuffix("/") }) ?? true else {
      throw ValidationError("--articles takes a URL that ends in a slash.")
    }
    for (option, paths) in [("contracts", contracts), ("contract-results", contractResults)] {
      for path in paths where !FileManager.default.fileExists(atPath: path) {
        throw ValidationError("--\(option): there is no \(path).")
      }
    }
  }

  /// Applies these options to the options of a server.
  func set(_ options: inout ServerOptions) {
    options.isConsoleReadOnly = readOnlyConsole
    options.limits.controlBodyBytes = maxControlBody.bytes
    options.contracts.contracts = contracts
    if contracts.isEmpty, FileManager.default.fileExists(atPath: Self.folder) {
      options.contracts.contracts = [Self.folder]
    }
    options.contracts.results = contractResults
    options.articles = articles
  }
}
