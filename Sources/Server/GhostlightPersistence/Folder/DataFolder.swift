import Dispatch
import GhostlightSQLite
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder in which a stage outlives its process: `ghostlight.sqlite` and a lock.
///
/// ```swift
/// let folder = try DataFolder(at: path)
/// let stage = Stage(configuration, log: folder.log)
/// try folder.restore(into: stage)
/// let snapshotWriter = SnapshotWriter(folder, stage)
/// ```
///
/// A change that cannot be written, because the disk is full, is answered 503 and has not happened:
/// its namespace is read back from the folder, answers 503 meanwhile, and goes on without it. Only
/// whoever read the namespace before the 503 may have seen the change. While the disk refuses,
/// requests that change something are refused before they touch the state, and others go on. The
/// same holds if the folder is deleted or replaced while it is in use.
///
/// Its files are for their owner alone. None of them may be a symbolic link; the folder itself may
/// be one.
public final class DataFolder: Sendable {
  /// Where it is.
  public let path: String
  /// Takes the changes of the stage.
  public let log: DurableLog
  /// When the folder was made, in milliseconds since 1970: seeds and clocks that are made at that
  /// time again are the same.
  public let madeAt: Int64
  let database: DatabaseQueue
  /// Held by whoever reads changes over some time, or deletes them.
  let maintenance = Mutex(())
  /// Notices that the files were deleted or replaced.
  let presence: FolderPresence
  /// Reads back namespaces whose changes were lost.
  let recovery = DispatchQueue(label: "ghostlight.recovery", qos: .userInitiated)
  let acceptsLoss: Bool
  /// Who opened it.
  let version: String
  private let noted = Mutex<[String]>([])
  private let lock: FolderLock

  /// The database's file.
  var databasePath: String { Self.databasePath(in: path) }

  /// Opens the folder at `path` for this process alone; it is made where there is none.
  ///
  /// An older format is converted; a copy of the old database stays beside the new one.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - survivesPowerCut: Whether changes outlive the machine too, not only the process; it costs
  ///     ten times as much.
  ///   - acceptsLoss: Whether a folder in which changes are missing or damaged is opened in the state
  ///     before them; a copy of the database stays beside it.
  ///   - version: The version of the program, for whoever opens the folder with another one.
  /// - Throws: ``DataFolderError``.
  public convenience init(
    at path: String, survivesPowerCut: Bool = false, acceptsLoss: Bool = false,
    version: String = "unknown"
  ) throws(DataFolderError) {
    try self.init(
      at: path, survivesPowerCut: survivesPowerCut, acceptsLoss: acceptsLoss, version: version,
      format: .standard)
  }

  init(
    at path: String, survivesPowerCut: Bool = false, acceptsLoss: Bool = false,
    version: String = "unknown", format: Format
  ) throws(DataFolderError) {
    try FolderFiles.makeFolder(path)
    lock = try FolderLock(path)
    self.path = path
    self.acceptsLoss = acceptsLoss
    self.version = version
    let file = Self.databasePath(in: path)
    try FolderFiles.makeFile(file)
    do {
      database = try Self.open(file, format, survivesPowerCut)
      let mark = try FolderMark(in: path)
      let (last, row) = try database.inDatabase { database in
        if let refused = mark.refused {
          try database.execute(
            sql: "DELETE FROM changes WHERE number BETWEEN ? AND ?",
            arguments: [refused.lowerBound, refused.upperBound])
        }
        return (try SnapshotStore.lastNumber(database), try SnapshotStore.lastRow(database))
      }
      presence = FolderPresence(ofDatabase: file)
      log = DurableLog(database, at: file, after: last, row: row, mark, presence)
      let loss = mark.found.flatMap { end -> DataFolderError? in
        guard end > last else { return nil }
        return .lost(path: file, first: last + 1, last: end, behind: 0)
      }
      if let loss {
        // SQLite drops a write-ahead log together with what it cannot read of it.
        try FolderFiles.keepCopy(of: file + "-wal", at: file + "-wal.damaged")
        guard acceptsLoss else { throw loss }
      }
      madeAt = try database.inDatabase { try Self.origin($0) }
      if let loss { note("\(loss.fact): the state is the one before that") }
      try mark.set(last)
      // From here on the numbers may be given again.
      try mark.setRefused(nil)
    } catch {
      throw DataFolderError(reading: file, error)
    }
  }

  /// What whoever opened the folder should know, a sentence each.
  public var remarks: [String] { noted.withLock { $0 } }

  func note(_ remark: String) { noted.withLock { $0.append(remark) } }

  private static func origin(_ database: Database) throws -> Int64 {
    if let known = try Meta.get(database, Meta.origin).flatMap({ Int64($0) }) { return known }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    try Meta.set(database, Meta.origin, String(now))
    return now
  }

  /// Brings the database file up to date and gives the folder free.
  ///
  /// - Throws: ``DataFolderError``; whatever was acknowledged is kept all the same.
  public func close() throws(DataFolderError) {
    let checkpoint = Result { try database.inDatabase { try $0.checkpoint(.truncate) } }
    do {
      try database.close()
      try checkpoint.get()
    } catch {
      throw DataFolderError(writing: databasePath, error)
    }
  }

  private static func databasePath(in folder: String) -> String { folder + "/ghostlight.sqlite" }

  /// So many pages of 4 KiB pile up in the write-ahead log before they go to their places.
  private static let checkpointPages = 8000

  private static func open(
    _ path: String, _ format: Format, _ survivesPowerCut: Bool
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, busyMilliseconds: 5000, label: "ghostlight")
    // Nobody else comes near the file: SQLite need not ask at every change whether it is so.
    try queue.inDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    try format.prepare(queue, at: path, waitsForDisk: survivesPowerCut)
    try queue.inDatabase { database in
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw DataFolderError.cannotOpen(path: path, reason: "it cannot have a write-ahead log")
      }
      try database.execute(
        sql: "PRAGMA synchronous = \(survivesPowerCut ? "FULL" : "NORMAL")")
      try database.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages)")
    }
    return queue
  }
}

/// Keeps a data folder for one owner, for as long as it lives; the end of the process frees it too.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the folder at `folder`.
  ///
  /// - Throws: ``DataFolderError/inUse(path:holder:)`` where somebody else has it.
  init(_ folder: String) throws(DataFolderError) {
    let path = folder + "/ghostlight.lock"
    // Not ours until it is locked: what an initialiser has set, `deinit` closes when it throws.
    let descriptor = try FolderFiles.openFile(path)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      let holder = Self.holder(descriptor)
      close(descriptor)
      guard reason == EWOULDBLOCK else {
        throw .cannotOpen(path: path, reason: FolderFiles.reason(reason))
      }
      throw .inUse(path: folder, holder: holder)
    }
    Self.sign(descriptor)
    self.descriptor = descriptor
  }

  deinit {
    // A child that is being started has the descriptor for a moment; closing ours would not do.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Leaves our process's number for the message to whoever comes second.
  private static func sign(_ descriptor: Int32) {
    let text = Array("\(getpid())\n".utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    let digits = bytes.prefix(max(count, 0)).prefix { (48...57).contains($0) }
    return digits.isEmpty
      ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
  }
}
