import Dispatch
import GRDB
public import Ghostlight
import Synchronization

/// Takes a cut of the stage now and then, so that a start need not replay everything.
///
/// It works on a thread of its own; the stage goes on meanwhile. A cut holds the whole state, so the
/// greater it is, the more changes lie between two of them: what a change costs stays the same.
public final class Snapshotter: Sendable {
  private let folder: DataFolder
  private let stage: Stage
  private let interval: Int64
  private let onProblem: @Sendable (DataFolderProblem) -> Void
  private let isClosed = Atomic(false)
  /// The bytes of the last cut.
  private let size = Atomic(0)
  private let queue = DispatchQueue(label: "ghostlight.snapshotter", qos: .utility)

  /// Begins to watch the changes of a stage that logs into the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, after ``DataFolder/restore(into:progress:)``.
  ///   - stage: The stage.
  ///   - interval: So many changes lie between cuts, or one for every 256 bytes of the last cut
  ///     where these are more.
  ///   - onProblem: Called where a cut could not be written; the next one is tried as usual.
  public init(
    _ folder: DataFolder, _ stage: Stage, every interval: Int64 = 50_000,
    onProblem: @escaping @Sendable (DataFolderProblem) -> Void = { _ in }
  ) {
    self.folder = folder
    self.stage = stage
    self.interval = max(interval, 1)
    self.onProblem = onProblem
    let newest = try? folder.database.inDatabase { database in
      (number: try CutStore.newestNumber(database), size: try CutStore.newestSize(database))
    }
    size.store(newest?.size ?? 0, ordering: .relaxed)
    watch(from: newest?.number ?? 0)
  }

  /// So many bytes of a cut cost about what one change costs at a start.
  private static let bytesPerChange = 256

  /// Takes a cut now, unless nothing changed since the last one, and deletes what is obsolete.
  ///
  /// - Throws: ``DataFolderProblem`` where it cannot be written; older cuts and all changes stay.
  public func takeCut() throws(DataFolderProblem) {
    do {
      try folder.maintenance.withLock { _ in try writeCut() }
    } catch {
      throw DataFolderProblem(writing: folder.databasePath, error)
    }
  }

  /// Takes the last cut and stops watching.
  ///
  /// - Throws: ``DataFolderProblem`` where it cannot be written; the changes are kept all the same.
  public func close() throws(DataFolderProblem) {
    isClosed.store(true, ordering: .releasing)
    // Whoever is about to take a cut still has the folder, which nobody else can open then.
    finishQueued()
    try takeCut()
  }

  private func writeCut() throws {
    let newest = try folder.database.inDatabase { try CutStore.newestNumber($0) }
    guard folder.log.last > newest else { return }
    // What is in the cut must be in the log too, else a namespace could be between two changes;
    // nor may it have anything that was lost.
    let losses = folder.log.losses
    guard folder.log.suspended.isEmpty else { throw lossProblem }
    let cut = stage.cut()
    do throws(ChangeLogProblem) {
      try folder.log.waitUntilDurable(folder.log.last)
    } catch {
      throw lossProblem
    }
    guard folder.log.losses == losses else { throw lossProblem }
    let bytes = try CutStore.write(cut, number: cut.number, into: folder.database)
    size.store(bytes, ordering: .relaxed)
    try CutStore.prune(folder.database)
    _ = try folder.database.inDatabase { try $0.checkpoint(.passive) }
  }

  private var lossProblem: DataFolderProblem {
    .cannotWrite(path: folder.databasePath, reason: "changes were lost while a cut was taken")
  }

  private func watch(from number: Int64) {
    let spacing = max(interval, Int64(size.load(ordering: .relaxed) / Self.bytesPerChange))
    folder.log.ring(at: number + spacing) { [weak self] in self?.cutSoon() }
  }

  /// Waits for the cuts that are due by now.
  func finishQueued() { queue.sync {} }

  private func cutSoon() {
    queue.async { [weak self] in
      guard let self, !isClosed.load(ordering: .acquiring) else { return }
      let start = folder.log.lastWritten
      do throws(DataFolderProblem) { try takeCut() } catch { onProblem(error) }
      watch(from: start)
    }
  }
}
