import GhostlightSQLite
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder that keeps a stage's state across restarts, in `ghostlight.sqlite` and a few other
/// files.
///
/// Pass ``log`` to a stage, restore the stage, and create a ``SnapshotWriter``. At the end, close
/// the writer and then the folder. Only one process can open a folder at a time. All methods may be
/// called from any thread.
///
/// ```swift
/// import Ghostlight
/// import GhostlightPersistence
///
/// let configuration = StageConfiguration()
/// let folder = try DataFolder(at: "data")
/// let stage = Stage(configuration, log: folder.log)
/// try folder.restore(into: stage)
/// let snapshots = SnapshotWriter(folder, stage)
/// ```
///
/// If a change cannot be written, for example because the disk is full, its client gets status 503
/// with the reason. From then on the stage responds to every request with this 503, because its
/// state contains a change that the folder does not contain. The same applies if the folder is
/// deleted or replaced while it is in use. Remove the cause and restart the server: the new stage
/// has all acknowledged changes, and none that was refused. Only a client that read the state before
/// the 503 may have seen a refused change.
///
/// Only the owner can read the files. The files must not be symbolic links; the folder itself may
/// be one.
public final class DataFolder: Sendable {
  /// The path of the folder, as given to the initializer.
  public let path: String
  /// The log to pass to the stage, which writes the stage's changes to the folder.
  public let log: DurableLog
  /// The time when the folder was created, in milliseconds since 1970.
  ///
  /// Create the configuration's seeds and clock for this time, so that they are the same after each
  /// start.
  public let madeAt: Int64
  let database: DatabaseQueue
  /// Held while a snapshot is written and old changes are deleted.
  let maintenance = Mutex(())
  /// Detects whether the files were deleted or replaced.
  let presence: FolderPresence
  let acceptsLoss: Bool
  /// The version of the program that opened the folder, such as `0.1.0`.
  let version: String
  private let noted = Mutex<[String]>([])
  private let lock: FolderLock

  var databasePath: String { Self.databasePath(in: path) }

  /// Opens the folder at `path` for this process only, and creates the folder if it does not exist.
  ///
  /// A folder in an older format is converted; a copy of the old database is kept next to the new
  /// one.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - survivesPowerCut: Whether changes survive a power cut, and not only the end of the
  ///     process. Writing then takes ten times as long.
  ///   - acceptsLoss: Whether a folder with missing or damaged changes is opened in the state
  ///     before these changes. A copy of the database is then kept in the folder.
  ///   - version: The version of the program, which later versions show in error messages.
  /// - Throws: ``DataFolderError`` if the folder cannot be opened, is in use or is damaged.
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
        // A copy is kept, because SQLite discards the whole write-ahead log if it cannot read parts
        // of it.
        try FolderFiles.backUp(file + "-wal", to: file + "-wal.damaged")
        guard acceptsLoss else { throw loss }
      }
      madeAt = try database.inDatabase { try Self.origin($0) }
      if let loss { addRemark("\(loss.fact): the server starts with the earlier state") }
      try mark.set(last)
      // From this point the numbers of rejected changes may be assigned again, so their mark is
      // removed.
      try mark.setRefused(nil)
    } catch {
      throw DataFolderError(reading: file, error)
    }
  }

  /// Messages for the user about opening the folder, such as about a conversion; one sentence each.
  public var remarks: [String] { noted.withLock { $0 } }

  func addRemark(_ remark: String) { noted.withLock { $0.append(remark) } }

  private static func origin(_ database: Database) throws -> Int64 {
    if let known = try Meta.get(database, Meta.origin).flatMap({ Int64($0) }) { return known }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    try Meta.set(database, Meta.origin, String(now))
    return now
  }

  /// Moves the write-ahead log into the database file and releases the folder.
  ///
  /// - Throws: ``DataFolderError`` if the write-ahead log cannot be moved; all acknowledged changes
  ///   are kept nevertheless.
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

  /// The number of 4 KiB pages in the write-ahead log at which they are moved into the database.
  private static let checkpointPages = 8000

  private static func open(
    _ path: String, _ format: Format, _ survivesPowerCut: Bool
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, busyMilliseconds: 5000, label: "ghostlight")
    // No other process uses the database, so SQLite need not check for that at each change.
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

/// A lock on a data folder, released when the object is freed or the process ends.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Locks the data folder at `folder`.
  ///
  /// - Throws: ``DataFolderError/inUse(path:holder:)`` if the folder is already locked.
  init(_ folder: String) throws(DataFolderError) {
    let path = folder + "/ghostlight.lock"
    // The descriptor is stored only after locking, because `deinit` would otherwise also close it
    // after an error.
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
    // A child process that is being started may have the descriptor, so closing it is not enough.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes this process's identifier to the lock file, for the error message of other processes.
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
