import GRDB

/// The folder in which a stage outlives its process: `ghostlight.sqlite` and a lock.
///
/// ```swift
/// let folder = try DataFolder(at: path)
/// let stage = Stage(configuration, log: folder.log)
/// try folder.restore(into: stage)
/// let snapshotter = Snapshotter(folder, stage)
/// ```
public final class DataFolder: Sendable {
  /// Where it is.
  public let path: String
  /// Takes the changes of the stage.
  public let log: DurableLog
  let database: DatabaseQueue
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
  /// - Throws: ``DataFolderProblem``.
  public convenience init(
    at path: String, survivesPowerCut: Bool = false
  ) throws(DataFolderProblem) {
    try self.init(at: path, survivesPowerCut: survivesPowerCut, format: .standard)
  }

  init(
    at path: String, survivesPowerCut: Bool = false, format: Format
  ) throws(DataFolderProblem) {
    try FolderFiles.makeFolder(path)
    lock = try FolderLock(path)
    self.path = path
    let file = Self.databasePath(in: path)
    try FolderFiles.makeFile(file)
    do {
      database = try Self.open(file, format, survivesPowerCut)
      let last = try database.inDatabase { try CutStore.lastNumber($0) }
      log = DurableLog(database, at: file, after: last)
    } catch {
      throw DataFolderProblem(reading: file, error)
    }
  }

  /// Brings the database file up to date and gives the folder free.
  ///
  /// - Throws: ``DataFolderProblem``; whatever was acknowledged is kept all the same.
  public func close() throws(DataFolderProblem) {
    let checkpoint = Result { try database.inDatabase { _ = try $0.checkpoint(.truncate) } }
    do {
      try database.close()
      try checkpoint.get()
    } catch {
      throw DataFolderProblem(writing: databasePath, error)
    }
  }

  private static func databasePath(in folder: String) -> String { folder + "/ghostlight.sqlite" }

  /// So many pages of 4 KiB pile up in the write-ahead log before they go to their places.
  private static let checkpointPages = 8000

  private static func open(
    _ path: String, _ format: Format, _ survivesPowerCut: Bool
  ) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "ghostlight"
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    // Nobody else comes near the file: SQLite need not ask at every change whether it is so.
    try queue.inDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    try format.settle(queue, at: path, waitsForDisk: survivesPowerCut)
    try queue.inDatabase { database in
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw DataFolderProblem.cannotOpen(path: path, reason: "it cannot have a write-ahead log")
      }
      try database.execute(
        sql: "PRAGMA synchronous = \(survivesPowerCut ? "FULL" : "NORMAL")")
      try database.execute(sql: "PRAGMA wal_autocheckpoint = \(checkpointPages)")
    }
    return queue
  }
}
