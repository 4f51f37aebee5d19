import Dispatch
public import Ghostlight
import GhostlightSQLite
import Synchronization

/// Takes a snapshot of the stage now and then, so that a start need not replay everything.
///
/// It works on a thread of its own; the stage goes on meanwhile. A snapshot holds the whole state, so the
/// greater it is, the more changes lie between two of them: what a change costs stays the same.
public final class SnapshotWriter: Sendable {
  private let folder: DataFolder
  private let stage: Stage
  private let interval: Int64
  private let onError: @Sendable (DataFolderError) -> Void
  private let isClosed = Atomic(false)
  /// The bytes of the last snapshot.
  private let size = Atomic(0)
  private let queue = DispatchQueue(label: "ghostlight.snapshotter", qos: .utility)

  /// Begins to watch the changes of a stage that logs into the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, after ``DataFolder/restore(into:progress:)``.
  ///   - stage: The stage.
  ///   - interval: So many changes lie between snapshots, or one for every 256 bytes of the last snapshot
  ///     where these are more.
  ///   - onError: Called where a snapshot could not be written; the next one is tried as usual.
  public init(
    _ folder: DataFolder, _ stage: Stage, every interval: Int64 = 50_000,
    onError: @escaping @Sendable (DataFolderError) -> Void = { _ in }
  ) {
    self.folder = folder
    self.stage = stage
    self.interval = max(interval, 1)
    self.onError = onError
    let newest = try? folder.database.inDatabase { database in
      (
        number: try SnapshotStore.newestNumber(database),
        size: try SnapshotStore.newestSize(database)
      )
    }
    size.store(newest?.size ?? 0, ordering: .relaxed)
    watch(from: newest?.number ?? 0)
  }

  /// So many bytes of a snapshot cost about what one change costs at a start.
  private static let bytesPerChange = 256

  /// Takes a snapshot now, unless nothing changed since the last one, and deletes what is obsolete.
  ///
  /// - Throws: ``DataFolderError`` where it cannot be written; older snapshots and all changes stay.
  public func writeSnapshot() throws(DataFolderError) {
    do {
      try folder.maintenance.withLock { _ in try write() }
    } catch {
      throw DataFolderError(writing: folder.databasePath, error)
    }
  }

  /// Takes the last snapshot and stops watching.
  ///
  /// - Throws: ``DataFolderError`` where it cannot be written; the changes are kept all the same.
  public func close() throws(DataFolderError) {
    isClosed.store(true, ordering: .releasing)
    // Whoever is about to take a snapshot still has the folder, which nobody else can open then.
    finishQueued()
    try writeSnapshot()
  }

  private func write() throws {
    let newest = try folder.database.inDatabase { try SnapshotStore.newestNumber($0) }
    guard folder.log.last > newest else { return }
    try folder.presence.check()
    // What is in the snapshot must be in the log too, else a namespace could be between two changes;
    // nor may it have anything that was lost.
    let losses = folder.log.losses
    guard folder.log.suspended.isEmpty else { throw lossError }
    let snapshot = stage.snapshotAll()
    do throws(ChangeLogError) {
      try folder.log.waitUntilDurable(folder.log.last)
    } catch {
      throw lossError
    }
    guard folder.log.losses == losses else { throw lossError }
    let bytes = try SnapshotStore.write(snapshot, number: snapshot.number, into: folder.database)
    size.store(bytes, ordering: .relaxed)
    try SnapshotStore.prune(folder.database)
    try folder.database.inDatabase { try $0.checkpoint(.passive) }
  }

  private var lossError: DataFolderError {
    .cannotWrite(path: folder.databasePath, reason: "changes were lost while a snapshot was taken")
  }

  private func watch(from number: Int64) {
    let spacing = max(interval, Int64(size.load(ordering: .relaxed) / Self.bytesPerChange))
    folder.log.ring(at: number + spacing) { [weak self] in self?.snapshotSoon() }
  }

  /// Waits for the snapshots that are due by now.
  func finishQueued() { queue.sync {} }

  private func snapshotSoon() {
    queue.async { [weak self] in
      guard let self, !isClosed.load(ordering: .acquiring) else { return }
      let start = folder.log.lastWritten
      do throws(DataFolderError) { try writeSnapshot() } catch { onError(error) }
      watch(from: start)
    }
  }
}
