import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightPersistence
import GhostlightServer

/// The options that determine the emulators and the state of a stage.
struct StageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The configuration. (default: ghostlight.json, if it exists)", valueName: "FILE"))
  var config: String?

  @Flag(help: .rare("Ignore a ghostlight.json in the working folder."))
  var noConfig = false

  @Option(
    help: ArgumentHelp(
      "Serve only these emulators and services, such as stackmob,cosmos.", valueName: "NAMES"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp("Keep the state in a folder after restarts and crashes.", valueName: "DIR"))
  var data: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of identifiers and tokens. (default: of the configuration, or 1)", valueName: "N"))
  var seed: UInt64?

  func validate() throws {
    guard config == nil || !noConfig else {
      throw ValidationError("Give --config or --no-config, not both.")
    }
    // The names of services are known only after the configuration was read.
    if source == nil { try validateOnly(Service.all) }
  }

  private func validateOnly(_ emulators: [Service]) throws {
    for name in only.flatMap(Self.names) where Self.service(name, of: emulators) == nil {
      throw ValidationError("--only: " + Self.unknown(name, of: emulators))
    }
  }

  /// Returns the message for a name that no service has, with the most similar name.
  static func unknown(_ name: String, of services: [Service]) -> String {
    "there is no emulator \"\(name)\"; "
      + NearestNames.remedy(for: name, among: services.map(\.name))
  }

  /// Returns the names in a value of `--only`, such as `StackMob, Cosmos DB`.
  private static func names(_ value: String) -> [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  /// Returns the name of the emulator that a user means, or `name` itself, which may be the name of
  /// a service of the configuration.
  static func emulator(_ name: String) -> String {
    service(name, of: Service.all)?.name ?? name
  }

  /// Returns the service with a name or a title, regardless of case and spaces.
  static func service(_ name: String, of services: [Service]) -> Service? {
    func plain(_ text: String) -> String { text.lowercased().filter { $0 != " " } }
    return services.first { $0.name == name }
      ?? services.first { plain($0.name) == plain(name) || plain($0.title) == plain(name) }
  }

  @Flag(help: .rare("Open a data folder with damaged changes, in the state before them."))
  var acceptLoss = false

  var emulators: [Service] { adapted(StageConfiguration()).services }

  /// The path of the configuration file; `isFound` is whether it was found without `--config`.
  var source: (path: String, isFound: Bool)? {
    if let config { return (config, false) }
    let path = ConfigurationFile.standard
    guard !noConfig, FileStatus(path) != nil else { return nil }
    return (path, true)
  }

  /// Whether any of these options is set.
  var isGiven: Bool {
    config != nil || !only.isEmpty || data != nil || seed != nil || acceptLoss
  }

  /// Creates the stage, and restores the state from the data folder if there is one.
  ///
  /// - Throws: `ExitCode` 65, after printing one line about the problem.
  func open() throws -> PersistedStage {
    if let source, source.isFound { Terminal.complain("reading \(source.path) of this folder") }
    let progress = StartProgress()
    let recordings = ServiceRecordings()
    // An invalid configuration must be reported before a data folder is created.
    let configuration = try configuration(madeAt: nil, recordings, progress)
    guard let data else {
      return PersistedStage(stage: Stage(configuration), folder: nil, recordings: recordings)
    }
    let folder = try opened { () throws(DataFolderError) in
      try DataFolder(at: data, acceptsLoss: acceptLoss, version: Version.current)
    }
    let stage = Stage(
      try self.configuration(madeAt: folder.madeAt, recordings, progress), log: folder.log)
    try opened { () throws(DataFolderError) in try restore(stage, from: folder, progress) }
    return PersistedStage(stage: stage, folder: folder, recordings: recordings)
  }

  private func opened<Result>(_ body: () throws(DataFolderError) -> Result) throws -> Result {
    do throws(DataFolderError) {
      return try body()
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(65)
    }
  }

  private func restore(
    _ stage: Stage, from folder: DataFolder, _ progress: StartProgress
  ) throws(DataFolderError) {
    let data = folder.path
    progress.begin { _ in "reading \(data)" }
    defer { progress.end() }
    var current: DataFolder.RestoreStep?
    try folder.restore(into: stage) { step, done, total in
      if step != current {
        current = step
        progress.begin { done in
          switch step {
          case .snapshot: "reading \(done >> 20) of \(total >> 20) MB of the snapshot in \(data)"
          case .changes: "replaying \(done) of \(total) changes"
          }
        }
      }
      progress.advance(to: done)
    }
    progress.end()
    for remark in folder.remarks { Terminal.complain(remark) }
  }

  /// Returns the configuration for a stage that was created at `madeAt`, in milliseconds since
  /// 1970.
  ///
  /// Seeds and clocks depend on this time; `nil` is the current time.
  private func configuration(
    madeAt: Int64?, _ recordings: ServiceRecordings, _ progress: StartProgress
  ) throws -> StageConfiguration {
    guard let source else { return adapted(StageConfiguration()) }
    var file = ConfigurationFile(path: source.path)
    (file.recordings, file.keepsState, file.progress) = (recordings, data != nil, progress)
    let configuration = try file.read(at: madeAt).configuration
    try validateOnly(configuration.services)
    return adapted(configuration)
  }

  /// Returns the configuration with the command line's values applied.
  private func adapted(_ configuration: StageConfiguration) -> StageConfiguration {
    var configuration = configuration
    if !only.isEmpty {
      let services = configuration.services
      configuration.removeServices(
        except: only.flatMap(Self.names).compactMap { Self.service($0, of: services)?.name })
      if data == nil { configuration.removeUnusedAppCenterData() }
    }
    if let seed { configuration.seed = seed }
    return configuration
  }
}

/// Reads the configuration again when it changes.
extension StageOptions {
  /// Checks that `--watch` can be used with the other options.
  ///
  /// - Throws: `ValidationError` if there is no file to watch, or if `--data` is set too.
  func validateWatch() throws {
    guard data == nil else {
      throw ValidationError(
        "--watch resets the state that --data keeps: give one of them.")
    }
    guard source != nil else {
      throw ValidationError(
        "--watch needs a configuration: name a file with --config, or create one with ghostlight init."
      )
    }
  }

  /// The current state of the configuration's files.
  ///
  /// Read it before the files themselves, so that changes during the start are also detected.
  var watched: FileChanges? {
    source.map { FileChanges(ConfigurationFile(path: $0.path).namedFiles) }
  }

  /// Calls `use` with a new stage whenever the configuration's files differ from `changes`.
  ///
  /// Each new stage is also reported on standard error, and a change of the limits that the server
  /// of the `first` stage keeps.
  func watch(
    _ changes: FileChanges, after first: PersistedStage,
    _ use: @escaping @Sendable (Stage) -> Void
  ) -> FileWatch? {
    guard let path = source?.path else { return nil }
    let limits = first.stage.configuration.limits
    let file = ConfigurationFile(path: path, recordings: first.recordings) { text in
      Terminal.complain("\(text); the previous configuration stays in use")
    }
    let options = self
    return FileWatch(changes) {
      // `read()` has already reported the problem.
      guard let found = try? file.read() else { return nil }
      use(Stage(options.adapted(found.configuration)))
      let isKept = found.configuration.limits == limits
      Terminal.complain(
        "read \(path) again, and reset the state"
          + (isKept ? "" : "; the change of $.limits applies after a restart"))
      return found.files
    }
  }
}
