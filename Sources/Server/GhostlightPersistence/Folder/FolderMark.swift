#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
  init(in folder: String) throws(DataFolderProblem) {
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
  func set(_ number: Int64) throws(DataFolderProblem) {
    let digits = String(number)
    let text = String(repeating: "0", count: Self.width - digits.utf8.count) + digits
    let count = Array(text.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == Self.width else {
      throw .cannotWrite(path: path, reason: FolderFiles.reason(errno))
    }
  }
}
