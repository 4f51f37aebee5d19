import ArgumentParser
import Ghostlight
import GhostlightPersistence
import GhostlightServer

/// A stage, its data folder if it has one, and the files to which its services record.
struct PersistedStage {
  let stage: Stage
  let recordings: ServiceRecordings
  private let folder: DataFolder?
  private let snapshotWriter: SnapshotWriter?

  init(stage: Stage, folder: DataFolder?, recordings: ServiceRecordings) {
    self.stage = stage
    self.recordings = recordings
    self.folder = folder
    snapshotWriter = folder.map { folder in
      SnapshotWriter(folder, stage) { problem in Terminal.complain("\(problem)") }
    }
  }

  /// Opens the listeners for the stage, with the limits of its configuration.
  ///
  /// `limits` are the command's own limits, which come before those of the configuration. `names` are
  /// its options for the ports of some listeners, by listener.
  ///
  /// - Throws: `ExitCode` 69, after printing one line, if a listener cannot be opened.
  func serve(
    _ options: ServerOptions, limits: [ServerLimit: Int] = [:], naming names: [String: String] = [:]
  ) async throws -> EmulatorServer {
    var options = options
    options.apply(stage.configuration.limits.merging(limits) { $1 })
    options.onHandshake = { Terminal.complain($0) }
    do throws(ServerError) {
      return try await EmulatorServer.start(stage, options)
    } catch {
      Terminal.complain("\(error.renamingListeners(names))")
      throw ExitCode(69)
    }
  }

  /// Saves a final snapshot, and writes the files to which services record.
  ///
  /// Acknowledged changes are kept even if the snapshot cannot be saved.
  ///
  /// - Parameter log: The format of a line for each recorded file; `nil` prints none.
  /// - Returns: Whether everything was recorded; otherwise the problem was printed.
  @discardableResult
  func close(_ log: OutputFormat? = nil) -> Bool {
    defer { saveSnapshot() }
    return recordings.finish(log)
  }

  private func saveSnapshot() {
    do throws(DataFolderError) {
      try snapshotWriter?.close()
      try folder?.close()
    } catch {
      Terminal.complain("\(error)")
    }
  }
}

extension ServerOptions {
  /// Replaces the limits that a configuration or a command sets.
  mutating func apply(_ values: [ServerLimit: Int]) {
    for (limit, value) in values {
      switch limit {
      case .maxBody: limits.bodyBytes = value
      case .maxBodies: limits.allBodiesBytes = value
      case .maxControlBody: limits.controlBodyBytes = value
      case .maxUnsent: limits.allUnsentBytes = value
      case .maxHead: (limits.headBytes, limits.targetBytes) = (value, value / 4)
      case .maxConnections: limits.connections = value
      case .maxTunnels: proxy?.tunnels = value
      case .idleSeconds: limits.idleSeconds = value
      }
    }
  }
}
