import Ghostlight
import GhostlightPersistence

/// A stage with the folder that keeps it, where there is one.
struct Theatre {
  let stage: Stage
  private let folder: DataFolder?
  private let snapshotter: Snapshotter?

  init(stage: Stage, folder: DataFolder?) {
    self.stage = stage
    self.folder = folder
    snapshotter = folder.map { folder in
      Snapshotter(folder, stage) { problem in Terminal.complain("\(problem)") }
    }
  }

  /// Saves the last state; what was acknowledged is kept even where that fails.
  func close() {
    do throws(DataFolderProblem) {
      try snapshotter?.close()
      try folder?.close()
    } catch {
      Terminal.complain("\(error)")
    }
  }
}
