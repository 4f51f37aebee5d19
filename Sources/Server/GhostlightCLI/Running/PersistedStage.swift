import ArgumentParser
import Ghostlight
import GhostlightPersistence
import GhostlightServer

/// A stage, and its data folder if it has one.
struct PersistedStage {
  let stage: Stage
  private let folder: DataFolder?
  private let snapshotWriter: SnapshotWriter?

  init(stage: Stage, folder: DataFolder?) {
    self.stage = stage
    self.folder = folder
    snapshotWriter = folder.map { folder in
      SnapshotWriter(folder, stage) { problem in Terminal.complain("\(problem)") }
    }
  }

  /// Opens the listeners for the stage.
  ///
  /// - Throws: `ExitCode` 69, after printing one line, if a listener cannot be opened.
  func serve(_ options: ServerOptions) async throws -> EmulatorServer {
    do throws(ServerError) {
      return try await EmulatorServer.start(stage, options)
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(69)
    }
  }

  /// Saves a final snapshot; acknowledged changes are kept even if that fails.
  func close() {
    do throws(DataFolderError) {
      try snapshotWriter?.close()
      try folder?.close()
    } catch {
      Terminal.complain("\(error)")
    }
  }
}
