import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Creates, opens and copies the files of a data folder, which only their owner can read.
enum FolderFiles {
  /// Creates the folder at `path` and its parent folders, if they do not exist.
  static func makeFolder(_ path: String) throws(DataFolderError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += part
      defer { made += "/" }
      guard !part.isEmpty, mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      let reason = errno
      // An existing parent folder is sufficient, even if it is not writable and `mkdir` reports
      // that.
      guard access(made, F_OK) != 0 else { continue }
      throw .cannotOpen(path: path, reason: Self.reason(reason))
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .cannotOpen(path: path, reason: reason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotOpen(path: path, reason: reason(ENOTDIR))
    }
  }

  /// Creates an empty file at `path`, readable only by its owner, if the file does not exist.
  static func makeFile(_ path: String) throws(DataFolderError) {
    close(try openFile(path))
  }

  /// Opens the file at `path` and returns its descriptor; creates the file if it does not exist.
  static func openFile(_ path: String) throws(DataFolderError) -> Int32 {
    do throws(SystemError) {
      return try NewFile.openOrCreate(path)
    } catch {
      throw .cannotOpen(path: path, reason: error.description)
    }
  }

  /// Copies the file at `source` to `target`, unless the file is empty or the copy exists already.
  static func backUp(_ source: String, to target: String) throws(DataFolderError) {
    var status = stat()
    guard stat(source, &status) == 0, status.st_size > 0 else { return }
    if lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return }
    do throws(SystemError) {
      let copy = try NewFile(target)
      try copyBytes(of: source, to: copy)
      try copy.finish(replacing: true)
    } catch {
      throw .cannotWrite(path: target, reason: error.description)
    }
  }

  private static func copyBytes(of source: String, to target: NewFile) throws(SystemError) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw SystemError() }
    defer { close(input) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw SystemError() }
      guard count > 0 else { return }
      try target.write(buffer[..<count])
    }
  }

  /// Returns the system's message for an error code.
  static func reason(_ code: Int32) -> String { SystemError(code: code).description }
}

/// A file with the number of the last written change and the numbers of rejected changes.
///
/// If the database has fewer changes than the number in this file, changes were lost without SQLite
/// noticing. If the database contains a rejected change, the transaction was written completely and
/// only waiting for the disk failed.
final class FolderMark: Sendable {
  /// The last written number when the file was opened; `nil` if the file was missing or invalid.
  let found: Int64?
  /// The numbers of the last rejected changes, which the database may contain; `nil` if none.
  let refused: ClosedRange<Int64>?
  private let descriptor: Int32
  private let path: String

  /// The number of digits of each number in the file, so that the file's size never changes.
  private static let width = 20

  /// Opens the file `ghostlight.mark` in a folder; creates the file if it does not exist.
  init(in folder: String) throws(DataFolderError) {
    path = folder + "/ghostlight.mark"
    let descriptor = try FolderFiles.openFile(path)
    self.descriptor = descriptor
    var bytes = [UInt8](repeating: 0, count: 3 * Self.width)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    // Older versions wrote only the first number.
    let numbers = (0..<3).map { field -> Int64? in
      let end = (field + 1) * Self.width
      guard count >= end else { return nil }
      return Int64(String(decoding: bytes[(end - Self.width)..<end], as: UTF8.self))
    }
    found = numbers[0]
    if let first = numbers[1], let last = numbers[2], first > 0, first <= last {
      refused = first...last
    } else {
      refused = nil
    }
  }

  deinit { close(descriptor) }

  /// Stores the number of the last change that was written.
  func set(_ number: Int64) throws(DataFolderError) { try write([number], field: 0) }

  /// Stores the numbers of rejected changes; `nil` if there are none.
  func setRefused(_ numbers: ClosedRange<Int64>?) throws(DataFolderError) {
    try write([numbers?.lowerBound ?? 0, numbers?.upperBound ?? 0], field: 1)
  }

  private func write(_ numbers: [Int64], field: Int) throws(DataFolderError) {
    let text = numbers.map { number in
      let digits = String(number)
      return String(repeating: "0", count: Self.width - digits.utf8.count) + digits
    }.joined()
    let count = Array(text.utf8).withUnsafeBytes {
      pwrite(descriptor, $0.baseAddress, $0.count, off_t(field * Self.width))
    }
    guard count == text.utf8.count else {
      throw .cannotWrite(path: path, reason: FolderFiles.reason(errno))
    }
  }
}

/// The identity of an open database's files, which shows if they are deleted or replaced.
struct FolderPresence: Sendable {
  private struct File: Sendable {
    let path: String
    let device: UInt64
    let number: UInt64

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      self.path = path
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
    }
  }

  private let files: [File]

  /// Records the identity of an open database and its write-ahead log.
  init(ofDatabase path: String) {
    files = [File(path), File(path + "-wal")].compactMap { $0 }
  }

  /// Checks that the paths still lead to the same files.
  ///
  /// SQLite reports no error when it writes to a deleted file, but these bytes are lost.
  ///
  /// - Throws: ``DataFolderError/gone(path:)`` if a file was deleted or replaced.
  func check() throws(DataFolderError) {
    for file in files {
      let now = File(file.path)
      guard now?.number == file.number, now?.device == file.device else {
        throw .gone(path: file.path)
      }
    }
  }
}
