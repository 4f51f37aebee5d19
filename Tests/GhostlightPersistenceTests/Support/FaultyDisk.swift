import Foundation
import Synchronization

#if canImport(SQLite3)
  import SQLite3
#else
  import CSQLite
#endif

/// A disk that fails on demand: it wraps SQLite's file functions and makes one of them fail as
/// planned.
///
/// It is registered as SQLite's default file system in this process. Files without a planned
/// failure use the system's functions.
enum FaultyDisk {
  /// A way in which a disk call fails.
  enum Fault: String, CaseIterable {
    /// A write fails because the disk is full, after half of the bytes were written.
    case noSpace
    /// A write fails with the error EIO.
    case write
    /// Waiting for the disk fails with the error EIO, although the bytes are written.
    case sync
  }

  /// The planned failure for a database and its logs.
  private struct Plan {
    let fault: Fault
    /// The number of calls that still succeed before the failure.
    var remaining: Int
    /// Whether all calls after the first failed one fail too.
    let isLasting: Bool
    var failures = 0
  }

  private struct State {
    /// The plans, keyed by the path of the database.
    var plans: [String: Plan] = [:]
    /// The paths of open files, keyed by the address of SQLite's file handle.
    var paths: [UInt: String] = [:]
    /// The wrapping function tables, keyed by the address of the system's table that each wraps.
    var methods: [UInt: UInt] = [:]
    /// The system's function tables, keyed by the address of the file handle.
    var originals: [UInt: UInt] = [:]
  }

  private static let state = Mutex(State())

  /// Plans a failure of the database at `path`, after `count` successful calls.
  static func plan(_ fault: Fault, of path: String, after count: Int, isLasting: Bool) {
    _ = isRegistered
    state.withLock {
      $0.plans[path] = Plan(fault: fault, remaining: count, isLasting: isLasting)
    }
  }

  /// Removes the planned failure of the database at `path`.
  ///
  /// - Returns: The number of failed calls.
  static func heal(_ path: String) -> Int {
    state.withLock { $0.plans.removeValue(forKey: path)?.failures ?? 0 }
  }

  /// Whether the disk is registered as SQLite's default file system.
  ///
  /// Reading the property registers it, for databases that are opened later.
  static let isRegistered: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    let disk = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    disk.initialize(to: system.pointee)
    disk.pointee.zName = UnsafePointer(strdup("faulty"))
    disk.pointee.pNext = nil
    disk.pointee.xOpen = { disk, name, file, flags, outFlags in
      guard let system = sqlite3_vfs_find("unix"), let file,
        let code = system.pointee.xOpen?(system, name, file, flags, outFlags)
      else { return SQLITE_ERROR }
      if code == SQLITE_OK, let name { FaultyDisk.adopt(file, String(cString: name)) }
      return code
    }
    return sqlite3_vfs_register(disk, 1) == SQLITE_OK
  }()

  /// Replaces the function table of an open file.
  private static func adopt(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    guard let system = file.pointee.pMethods else { return }
    let (address, original) = (UInt(bitPattern: file), UInt(bitPattern: system))
    let known = state.withLock { state in
      state.paths[address] = path
      state.originals[address] = original
      return state.methods[original]
    }
    let ours = known ?? make(system)
    state.withLock { $0.methods[original] = ours }
    file.pointee.pMethods = UnsafePointer(bitPattern: ours)
  }

  private static func make(_ system: UnsafePointer<sqlite3_io_methods>) -> UInt {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: system.pointee)
    methods.pointee.xWrite = { file, bytes, count, offset in
      let system = FaultyDisk.system(of: file)
      switch FaultyDisk.next(file, isSync: false) {
      case .noSpace:
        _ = system?.pointee.xWrite?(file, bytes, count / 2, offset)
        return SQLITE_FULL
      case .write, .sync: return SQLITE_IOERR | 3 << 8
      case nil: return system?.pointee.xWrite?(file, bytes, count, offset) ?? SQLITE_ERROR
      }
    }
    methods.pointee.xSync = { file, flags in
      let system = FaultyDisk.system(of: file)
      guard FaultyDisk.next(file, isSync: true) == nil else { return SQLITE_IOERR | 4 << 8 }
      return system?.pointee.xSync?(file, flags) ?? SQLITE_ERROR
    }
    methods.pointee.xClose = { file in
      let system = FaultyDisk.system(of: file)
      FaultyDisk.forget(file)
      return system?.pointee.xClose?(file) ?? SQLITE_ERROR
    }
    return UInt(bitPattern: methods)
  }

  private static func system(
    of file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafePointer<sqlite3_io_methods>? {
    let address = UInt(bitPattern: file)
    return state.withLock { $0.originals[address] }.flatMap { UnsafePointer(bitPattern: $0) }
  }

  private static func forget(_ file: UnsafeMutablePointer<sqlite3_file>?) {
    let address = UInt(bitPattern: file)
    state.withLock { state in
      state.paths[address] = nil
      state.originals[address] = nil
    }
  }

  /// Returns the failure for the next call; `nil` if the call succeeds.
  private static func next(_ file: UnsafeMutablePointer<sqlite3_file>?, isSync: Bool) -> Fault? {
    let address = UInt(bitPattern: file)
    return state.withLock { state in
      guard let path = state.paths[address] else { return nil }
      let database = path.hasSuffix("-wal") ? String(path.dropLast(4)) : path
      guard var plan = state.plans[database], (plan.fault == .sync) == isSync else { return nil }
      defer { state.plans[database] = plan }
      if plan.remaining > 0 {
        plan.remaining -= 1
        return nil
      }
      guard plan.isLasting || plan.failures == 0 else { return nil }
      plan.failures += 1
      return plan.fault
    }
  }
}
