#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files of a data folder, for the eyes of their owner only.
enum FolderFiles {
  /// Makes the folder at `path`, and those above it, unless it is there.
  static func makeFolder(_ path: String) throws(DataFolderError) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += part
      defer { made += "/" }
      guard !part.isEmpty, mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
      let reason = errno
      // A folder above that may not be written to is as good as one that exists.
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

  /// Makes an empty file at `path` unless it is there, and keeps others from reading it.
  static func makeFile(_ path: String) throws(DataFolderError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: reason(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    guard fchmod(descriptor, 0o600) == 0 else {
      throw .cannotOpen(path: path, reason: reason(errno))
    }
  }

  /// Puts the file at `source` in the place of the one at `target`.
  static func move(_ source: String, to target: String) throws(DataFolderError) {
    guard rename(source, target) == 0 else {
      throw .cannotWrite(path: target, reason: reason(errno))
    }
  }

  /// Copies the file at `source`, if there is something in it, unless there is a copy already.
  static func keepCopy(of source: String, at target: String) throws(DataFolderError) {
    var status = stat()
    guard stat(source, &status) == 0, status.st_size > 0, access(target, F_OK) != 0 else { return }
    do {
      try makeFile(target)
      try copyBytes(of: source, to: target)
    } catch {
      throw .cannotWrite(path: target, reason: "\(error)")
    }
  }

  private static func copyBytes(of source: String, to target: String) throws(DataFolderError) {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .cannotOpen(path: source, reason: reason(errno)) }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard output >= 0 else { throw .cannotOpen(path: target, reason: reason(errno)) }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw .cannotOpen(path: source, reason: reason(errno)) }
      guard count > 0 else { return }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
        guard written > 0 else { throw .cannotWrite(path: target, reason: reason(errno)) }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Removes the file at `path`, if there is one.
  static func remove(_ path: String) { unlink(path) }

  /// The system's words for an error.
  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// The number of the last change that was written, beside the database: where that has fewer, some
/// were lost that SQLite knows nothing of any more.
final class FolderMark: Sendable {
  /// The number that the file had, or `nil` where there was no file, or none that can be read.
  let found: Int64?
  private let descriptor: Int32
  private let path: String

  /// So many digits, so that the file never changes its size.
  private static let width = 20

  /// Opens the file `ghostlight.mark` in a folder, or makes it.
  init(in folder: String) throws(DataFolderError) {
    path = folder + "/ghostlight.mark"
    try FolderFiles.makeFile(path)
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    self.descriptor = descriptor
    guard descriptor >= 0 else {
      throw .cannotOpen(path: path, reason: FolderFiles.reason(errno))
    }
    var bytes = [UInt8](repeating: 0, count: Self.width)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    found = count == Self.width ? Int64(String(decoding: bytes, as: UTF8.self)) : nil
  }

  deinit { close(descriptor) }

  /// Notes a number.
  func set(_ number: Int64) throws(DataFolderError) {
    let digits = String(number)
    let text = String(repeating: "0", count: Self.width - digits.utf8.count) + digits
    let count = Array(text.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == Self.width else {
      throw .cannotWrite(path: path, reason: FolderFiles.reason(errno))
    }
  }
}
