import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads and writes certificate and key files.
enum TLSFiles {
  /// The maximum number of bytes of a file; a larger file cannot be a certificate.
  static let limitBytes = 1 << 20

  static func read(_ path: String) throws(TLSError) -> [UInt8] {
    guard let bytes = try readIfPresent(path) else { throw .missingFile(path: path) }
    return bytes
  }

  /// Returns the bytes of the file at `path`; `nil` if it does not exist.
  static func readIfPresent(_ path: String) throws(TLSError) -> [UInt8]? {
    // `O_NONBLOCK` is needed, because opening a pipe without a writer would block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .cannotRead(path: path, reason: reason(errno))
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    while bytes.count <= limitBytes {
      let count = piece.withUnsafeMutableBytes {
        #if canImport(Darwin)
          Darwin.read(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          Musl.read(descriptor, $0.baseAddress, $0.count)
        #else
          Glibc.read(descriptor, $0.baseAddress, $0.count)
        #endif
      }
      guard count >= 0 else { throw .cannotRead(path: path, reason: reason(errno)) }
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
    }
    throw .cannotRead(path: path, reason: "it is larger than a megabyte")
  }

  /// Replaces the contents of the file at `path` with `text`, either completely or not at all.
  static func write(
    _ text: String, to path: String, for readers: NewFile.Readers
  ) throws(TLSError) {
    do throws(SystemError) {
      let file = try NewFile(path, for: readers)
      try file.write(Array(text.utf8)[...])
      // Other users' programs must be able to read the certificate, whatever the umask is.
      guard readers == .owner || fchmod(file.descriptor, 0o644) == 0 else { throw SystemError() }
      try file.finish(replacing: true)
    } catch {
      throw .cannotWrite(path: path, reason: error.description)
    }
  }

  /// Removes the permissions of other users for the file at `path`; does not follow a symbolic
  /// link.
  static func closeToOthers(_ path: String) throws(TLSError) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    guard fchmod(descriptor, 0o600) == 0 else {
      throw .cannotWrite(path: path, reason: reason(errno))
    }
  }

  /// Creates the folder at `path`, accessible only to its owner, and missing parent folders.
  static func makeFolder(_ path: String) throws(TLSError) {
    var made = ""
    var code: Int32 = 0
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += part
      if !part.isEmpty { code = mkdir(made, 0o700) == 0 ? 0 : errno }
      made += "/"
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .cannotWrite(path: path, reason: reason(code == 0 ? errno : code))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotWrite(path: path, reason: reason(ENOTDIR))
    }
  }

  /// Waits until no other process has locked the folder, locks it, and returns the lock's
  /// descriptor.
  static func lock(_ folder: String) throws(TLSError) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(path: folder, reason: reason(errno)) }
    guard flock(descriptor, LOCK_EX) == 0 else {
      let code = errno
      close(descriptor)
      throw .cannotRead(path: folder, reason: reason(code))
    }
    return descriptor
  }

  /// Releases the lock of a folder.
  static func unlock(_ lock: Int32) { close(lock) }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
