#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that appears at its path complete, or not at all.
///
/// Every file that commands and servers write is created this way: under a random name in the same
/// folder, and renamed once its bytes are on the disk. If the last component of a path is a
/// symbolic link, the link is replaced, and its target is unchanged. A link to the folder is
/// followed, because users choose their folders. The folder is opened only once, so that replacing
/// it in the meantime has no effect.
package final class NewFile {
  /// The users who may read a file.
  package enum Readers: Sendable {
    /// The owner only: for exchanges, state and keys.
    case owner
    /// All users that the `umask` admits: for certificates, schemas, samples, manual pages and
    /// reports.
    case everyone

    fileprivate var mode: mode_t {
      switch self {
      case .owner: 0o600
      case .everyone: 0o644
      }
    }
  }

  /// The descriptor of the temporary file, open for writing.
  package let descriptor: Int32
  /// The path of the file until ``finish(replacing:)``.
  package let temporaryPath: String
  private let folder: Int32
  private let name: String
  private let temporaryName: String
  private var isFinished = false

  /// Creates the temporary file next to `path`.
  ///
  /// - Throws: ``SystemError``.
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

  /// Appends bytes.
  ///
  /// - Throws: ``SystemError``.
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

  /// Waits for the disk and moves the file to its path.
  ///
  /// - Parameter replaces: Whether a file or link at the path is replaced. If `false`, the path
  ///   must be free.
  /// - Throws: ``SystemError``, with `EEXIST` if the path is not free.
  package func finish(replacing replaces: Bool) throws(SystemError) {
    // Some network folders do not support waiting for the disk.
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

  /// Moves the file on a file system without hard links, such as exFAT.
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

  /// Calls the system's function; a separate name avoids the method of the same name.
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
  /// Writes a whole file.
  ///
  /// - Throws: ``SystemError``, with `EEXIST` if `path` is not free and `replaces` is `false`.
  package static func write(
    _ bytes: [UInt8], to path: String, for readers: Readers = .owner, replacing replaces: Bool
  ) throws(SystemError) {
    let file = try NewFile(path, for: readers)
    try file.write(bytes[...])
    try file.finish(replacing: replaces)
  }

  /// Creates a file for its owner at a path that is free; even a dangling link occupies a path.
  ///
  /// - Returns: The descriptor, for reading and writing; the caller closes it.
  /// - Throws: ``SystemError``.
  package static func create(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, creation, Readers.owner.mode)
    guard descriptor >= 0 else { throw SystemError() }
    return descriptor
  }

  /// Opens or creates a file that stays in use under its own name, such as a lock.
  ///
  /// Other users lose access to the file.
  ///
  /// - Returns: The descriptor, for reading and writing; the caller closes it.
  /// - Throws: ``SystemError``, with `ELOOP` for a symbolic link and `EINVAL` for a device or a
  ///   pipe.
  package static func openOrCreate(_ path: String) throws(SystemError) -> Int32 {
    let use = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    var descriptor = open(path, use)
    if descriptor < 0, errno == ENOENT {
      descriptor = open(path, creation, Readers.owner.mode)
      // Another process may have created it in the meantime.
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

/// The reason why a system call failed.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// Creates an error from the current `errno` of this thread.
  package init() { code = errno }

  /// The system's text, such as "Permission denied".
  package var description: String {
    code == ELOOP ? "it is a symbolic link" : String(cString: strerror(code))
  }
}
