#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that appears at its path only when it is complete.
///
/// All files that commands and servers write are created this way: under a random name in the same
/// folder, and renamed when their bytes are on the disk. If the last component of a path is a
/// symbolic link, the link is replaced, and its target is unchanged. Links in the folder's path are
/// followed, because users choose their folders. The folder is opened only once, so replacing the
/// folder in the meantime has no effect.
package final class NewFile {
  /// The users that may read a new file.
  package enum Readers: Sendable {
    /// Only the owner may read the file; used for exchanges, state and keys.
    case owner
    /// All users that the `umask` admits may read the file; used for certificates, schemas,
    /// samples, manual pages and reports.
    case everyone

    fileprivate var mode: mode_t {
      switch self {
      case .owner: 0o600
      case .everyone: 0o644
      }
    }
  }

  /// The file descriptor of the temporary file, open for reading and writing.
  package let descriptor: Int32
  /// The path of the file until ``finish(replacing:)`` renames it.
  package let temporaryPath: String
  private let folder: Int32
  private let name: String
  private let temporaryName: String
  private var isFinished = false

  /// Creates the temporary file in the folder of `path`.
  ///
  /// - Throws: ``SystemError`` if the folder cannot be opened or the file cannot be created.
  package init(_ path: String, for readers: Readers = .owner) throws(SystemError) {
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = end.map { path.index(after: $0) } ?? path.startIndex
    let folderPath = start == path.startIndex ? "./" : String(path[..<start])
    name = String(path[start...])
    temporaryName = ".ghostlight-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    temporaryPath = folderPath + temporaryName
    folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SystemError() }
    descriptor = openat(folder, temporaryName, Self.creation, readers.mode)
    guard descriptor >= 0 else { throw SystemError() }
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
      if !isFinished { unlinkat(folder, temporaryName, 0) }
    }
    if folder >= 0 { close(folder) }
  }

  /// Appends bytes to the temporary file.
  ///
  /// - Throws: ``SystemError`` if a write fails, for example because the disk is full.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var code: Int32 = 0
    bytes.withUnsafeBytes { memory in
      var rest = memory[...]
      while !rest.isEmpty {
        let count = Self.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          code = count == 0 ? ENOSPC : errno
          return
        }
        rest = rest.dropFirst(count)
      }
    }
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Flushes the file to the disk and moves it to its path.
  ///
  /// - Parameter replaces: Whether a file or link at the path is replaced. If `false`, nothing may
  ///   exist at the path.
  /// - Throws: ``SystemError``, with the code `EEXIST` if something exists at the path and
  ///   `replaces` is `false`.
  package func finish(replacing replaces: Bool) throws(SystemError) {
    // `EINVAL` is accepted, because some network folders do not support `fsync`.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError() }
    if replaces {
      guard renameat(folder, temporaryName, folder, name) == 0 else { throw SystemError() }
    } else if linkat(folder, temporaryName, folder, name, 0) == 0 {
      unlinkat(folder, temporaryName, 0)
    } else {
      try moveWithoutLinks(SystemError())
    }
    isFinished = true
  }

  /// Moves the file to its path on a file system without hard links, such as exFAT.
  private func moveWithoutLinks(_ failure: SystemError) throws(SystemError) {
    let unsupported = [EPERM, EMLINK, ENOSYS, ENOTSUP, EOPNOTSUPP]
    guard unsupported.contains(failure.code) else { throw failure }
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else {
      throw SystemError(code: EEXIST)
    }
    guard renameat(folder, temporaryName, folder, name) == 0 else { throw SystemError() }
  }

  private static let creation = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC

  /// Calls the system function `write`, which is shadowed by this type's methods of the same name.
  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

extension NewFile {
  /// Writes a file with the given contents in one call.
  ///
  /// - Throws: ``SystemError``, with the code `EEXIST` if something exists at `path` and `replaces`
  ///   is `false`.
  package static func write(
    _ bytes: [UInt8], to path: String, for readers: Readers = .owner, replacing replaces: Bool
  ) throws(SystemError) {
    let file = try NewFile(path, for: readers)
    try file.write(bytes[...])
    try file.finish(replacing: replaces)
  }

  /// Creates an owner-only file at its final path; nothing may exist there, not even a dangling
  /// link.
  ///
  /// - Returns: The file descriptor, for reading and writing; the caller closes it.
  /// - Throws: ``SystemError``, with the code `EEXIST` if something exists at `path`.
  package static func create(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, creation, Readers.owner.mode)
    guard descriptor >= 0 else { throw SystemError() }
    return descriptor
  }

  /// Opens or creates a file that stays in use under its own name, such as a lock file.
  ///
  /// Access by other users is revoked.
  ///
  /// - Returns: The file descriptor, for reading and writing; the caller closes it.
  /// - Throws: ``SystemError``, with the code `ELOOP` for a symbolic link and `EINVAL` for a device
  ///   or a pipe.
  package static func openOrCreate(_ path: String) throws(SystemError) -> Int32 {
    let use = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    var descriptor = open(path, use)
    if descriptor < 0, errno == ENOENT {
      descriptor = open(path, creation, Readers.owner.mode)
      // Another process may have created the file after the first `open`.
      if descriptor < 0, errno == EEXIST { descriptor = open(path, use) }
    }
    guard descriptor >= 0 else { throw SystemError() }
    do throws(SystemError) {
      try closeToOthers(descriptor)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func closeToOthers(_ descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    guard status.st_mode & 0o077 == 0 || fchmod(descriptor, Readers.owner.mode) == 0 else {
      throw SystemError()
    }
  }
}

/// The error of a failed system call.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The `errno` value of the failed call.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// Creates an error from this thread's current `errno`.
  package init() { code = errno }

  /// The system's message, such as "Permission denied".
  package var description: String {
    code == ELOOP ? "it is a symbolic link" : String(cString: strerror(code))
  }
}
