#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps a data folder for one owner, for as long as it lives; the end of the process frees it too.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the folder at `folder`.
  ///
  /// - Throws: ``DataFolderProblem/inUse(path:holder:)`` where somebody else has it.
  init(_ folder: String) throws(DataFolderProblem) {
    let path = folder + "/ghostlight.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: path, reason: FolderFiles.reason(errno))
    }
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
