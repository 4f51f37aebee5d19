import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Functions for the files of a data folder, which only their owner can read.
enum FolderFiles {
  /// Creates the folder at `path` and its parent folders, if needed.
  static func makeFolder(_ path: String) throws(DataFolderError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += part
      defer { made += "/" }
      guard !part.isEmpty, mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      let reason = errno
      // A parent folder that cannot be written to still exists, which is sufficient.
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

  /// Creates an empty file at `path` if there is none; other users cannot read it.
  static func makeFile(_ path: String) throws(DataFolderError) {
    close(try openFile(path))
  }

  /// Opens a file that stays in use under its own name, and creates it if needed.
  static func openFile(_ path: String) throws(DataFolderError) -> Int32 {
    do throws(SystemError) {
      return try NewFile.openOrCreate(path)
    } catch {
      throw .cannotOpen(path: path, reason: error.description)
    }
  }

  /// Copies the file at `source`, if it is not empty, unless there is a copy already.
  static func keepCopy(of source: String, at target: String) throws(DataFolderError) {
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

/// The number of the last change that was written, in a file next to the database, and the numbers of
/// changes that were refused.
///
/// If the database has fewer changes, some were lost without SQLite knowing. If it has a refused one,
/// a transaction was written whole and only waiting for the disk failed.
final class FolderMark: Sendable {
  /// The number that the file had; `nil` if there was no file, or no number in it.
  let found: Int64?
  /// The numbers of changes that were refused last, if the database may have them all the same.
  let refused: ClosedRange<Int64>?
  private let descriptor: Int32
  private let path: String

  /// The number of digits for each number in the file, so that its size never changes.
  private static let width = 20

  /// Opens the file `ghostlight.mark` in a folder, and creates it if needed.
  init(in folder: String) throws(DataFolderError) {
    path = folder + "/ghostlight.mark"
    let descriptor = try FolderFiles.openFile(path)
    self.descriptor = descriptor
    var bytes = [UInt8](repeating: 0, count: 3 * Self.width)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    // Older versions wrote one number.
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

  /// Stores the numbers of changes that were refused, `nil` for none.
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

/// The files that a data folder was opened with, by which it notices that they were deleted or
/// replaced while they were in use.
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

  /// Creates the record of an open database and its write-ahead log.
  init(ofDatabase path: String) {
    files = [File(path), File(path + "-wal")].compactMap { $0 }
  }

  /// Checks that the paths still lead to the same files.
  ///
  /// SQLite also writes to deleted files without an error, and these bytes are lost.
  ///
  /// - Throws: ``DataFolderError/gone(path:)``.
  func check() throws(DataFolderError) {
    for file in files {
      let now = File(file.path)
      guard now?.number == file.number, now?.device == file.device else {
        throw .gone(path: file.path)
      }
    }
  }
}
