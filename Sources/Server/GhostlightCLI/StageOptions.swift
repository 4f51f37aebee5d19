import ArgumentParser
import Ghostlight
import GhostlightPersistence

/// What a stage is made of, on the command line.
struct StageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read ghostlight.json: schemas, start documents, faults, the clock.", valueName: "FILE"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "Keep the state in a folder, over restarts and crashes.", valueName: "DIR"))
  var data: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What identifiers and tokens are derived from. (default: the configuration's, or 1)",
      valueName: "N"))
  var seed: UInt64?

  /// Whether any of them is given.
  var isGiven: Bool { config != nil || data != nil || seed != nil }

  /// Makes the stage, with what the data folder holds.
  ///
  /// App Center's apps that are not told otherwise find their Cosmos DB at `cosmosPort`.
  ///
  /// - Throws: `ExitCode` 65, after one line about what is broken.
  func open(cosmosPort: Int = 8081) throws -> Theatre {
    var configuration = StageConfiguration()
    if let config { configuration = try ConfigurationFile.read(config) }
    if cosmosPort != 0 { configuration.moveDefaultAccounts(toPort: cosmosPort) }
    if let seed { configuration.seed = seed }
    guard let data else { return Theatre(stage: Stage(configuration), folder: nil) }
    do throws(DataFolderProblem) {
      let folder = try DataFolder(at: data)
      let stage = Stage(configuration, log: folder.log)
      let progress = ReplayProgress()
      try folder.restore(into: stage) { done, total in progress.show(done, of: total) }
      progress.end()
      return Theatre(stage: stage, folder: folder)
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(65)
    }
  }
}
