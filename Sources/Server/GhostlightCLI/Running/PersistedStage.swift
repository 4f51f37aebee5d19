import Ghostlight
import GhostlightPersistence

/// A stage with the folder that keeps it, where there is one.
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

  /// Saves the last state; what was acknowledged is kept even where that fails.
  func close() {
    do throws(DataFolderError) {
      try snapshotWriter?.close()
      try folder?.close()
    } catch {
      Terminal.complain("\(error)")
    }
  }
}
