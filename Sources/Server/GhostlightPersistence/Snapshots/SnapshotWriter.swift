import Dispatch
public import Ghostlight
import GhostlightSQLite
import Synchronization

/// Writes snapshots of a stage to its folder, so that the next start need not replay all changes.
///
/// The writer works on its own thread while the stage is in use. A snapshot contains the complete
/// state. The larger the state, the more changes there are between two snapshots, so the average
/// work per change stays the same. Keep the writer while the stage is in use, and ``close()`` it
/// before the folder.
public final class SnapshotWriter: Sendable {
  private let folder: DataFolder
  private let stage: Stage
  private let interval: Int64
  private let onError: @Sendable (DataFolderError) -> Void
  private let isClosed = Atomic(false)
  /// The size of the last snapshot in bytes.
  private let size = Atomic(0)
  private let queue = DispatchQueue(label: "ghostlight.snapshotter", qos: .utility)

  /// Creates and starts a writer for a stage that logs into the folder.
  ///
  /// - Parameters:
  ///   - folder: The data folder, after ``DataFolder/restore(into:progress:)``.
  ///   - stage: The stage that was restored from the folder.
  ///   - interval: The minimum number of changes between two snapshots. For a large snapshot it is
  ///     the snapshot's size in units of 256 bytes, if that is greater.
  ///   - onError: Called on the writer's thread if a snapshot cannot be written.
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

  /// The number of bytes of a snapshot that take about as long to read as replaying one change.
  private static let bytesPerChange = 256

  /// Writes a snapshot now, if anything has changed since the last one, and deletes obsolete data.
  ///
  /// - Throws: ``DataFolderError`` if the snapshot cannot be written; older snapshots and all
  ///   changes are kept.
  public func writeSnapshot() throws(DataFolderError) {
    do {
      try folder.maintenance.withLock { _ in try write() }
    } catch {
      throw DataFolderError(writing: folder.databasePath, error)
    }
  }

  /// Writes the last snapshot and stops the writer.
  ///
  /// - Throws: ``DataFolderError`` if the snapshot cannot be written; the changes are kept
  ///   nevertheless.
  public func close() throws(DataFolderError) {
    isClosed.store(true, ordering: .releasing)
    // A snapshot that is in progress still needs the folder, which no other process may open until
    // then.
    finishQueued()
    try writeSnapshot()
  }

  private func write() throws {
    let newest = try folder.database.inDatabase { try SnapshotStore.newestNumber($0) }
    guard folder.log.last > newest else { return }
    try folder.presence.check()
    // The log must contain all changes in the snapshot: otherwise a namespace's state would not
    // match the log. A log that has dropped a change fails here.
    let snapshot = stage.snapshotAll()
    do throws(ChangeLogError) {
      try folder.log.waitUntilDurable(folder.log.last)
    } catch {
      throw DataFolderError.cannotWrite(
        path: folder.databasePath, reason: "the state contains a change that could not be written")
    }
    let bytes = try SnapshotStore.write(snapshot, number: snapshot.number, into: folder.database)
    size.store(bytes, ordering: .relaxed)
    try SnapshotStore.prune(folder.database)
    try folder.database.inDatabase { try $0.checkpoint(.passive) }
  }

  private func watch(from number: Int64) {
    let spacing = max(interval, Int64(size.load(ordering: .relaxed) / Self.bytesPerChange))
    folder.log.ring(at: number + spacing) { [weak self] in self?.snapshotSoon() }
  }

  /// Waits until all snapshots that are already due are written.
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
