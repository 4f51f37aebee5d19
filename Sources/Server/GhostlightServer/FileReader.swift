package import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The metadata of a file or folder, from the file system.
///
/// Two values are equal if they describe the same file with the same size and modification time.
package struct FileStatus: Sendable, Hashable {
  /// Whether the path names a file with contents, rather than a folder, or a pipe or device that
  /// may block.
  package let isRegular: Bool
  package let isFolder: Bool
  package let bytes: Int
  /// The device, which identifies the file together with ``number``.
  private let device: UInt64
  private let number: UInt64
  /// The modification time of the file's contents, in nanoseconds since 1970.
  private let modified: Int64

  /// Reads the status of a path; returns `nil` if no file exists there.
  ///
  /// For a symbolic link this is the status of the link's target, unless `followsLinks` is `false`.
  package init?(_ path: String, followsLinks: Bool = true) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    bytes = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// A tag that differs after a change of the file, in the form of the header field `ETag`.
  var entityTag: String { "\"\(String(bytes, radix: 16))-\(String(modified, radix: 16))\"" }

  /// Returns the absolute path of a file or folder without symbolic links; `nil` if there is none.
  static func realPath(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}

/// Reads a file, pipe or device from its beginning to its end.
package final class FileReader: Sendable {
  private let descriptor: Int32

  /// Opens the file at `path`; for a folder the first read throws.
  ///
  /// - Throws: ``SystemError`` if the file cannot be opened.
  package init(_ path: String) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
  }

  deinit { close(descriptor) }

  /// Returns the next bytes, at most `most`; an empty array at the end of the file.
  ///
  /// - Throws: ``SystemError`` if reading fails.
  package func read(upTo most: Int) throws(SystemError) -> [UInt8] {
    var count = 0
    var code: Int32 = 0
    let descriptor = descriptor
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
      repeat {
        count = Self.read(descriptor, buffer)
        code = errno
      } while count < 0 && code == EINTR
      initialized = max(0, count)
    }
    guard count >= 0 else { throw SystemError() }
    return bytes
  }

  /// Calls the system's `read` function, which this type's own method would otherwise hide.
  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int
  {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Returns all bytes of a file, even if its size is unknown, as for a pipe or a file in `/proc`.
  ///
  /// - Throws: ``SystemError`` if the file cannot be opened or read.
  package static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let reader = try FileReader(path)
    let size = FileStatus(path).map { $0.isRegular ? $0.bytes : 0 } ?? 0
    var bytes = try reader.read(upTo: max(size + 1, 1 << 16))
    guard !bytes.isEmpty else { return bytes }
    while case let more = try reader.read(upTo: 1 << 16), !more.isEmpty { bytes += more }
    return bytes
  }
}

/// Finds the files in a folder that a user specified in place of single files.
package enum InputFolder {
  /// Returns the paths of the files in a folder whose names end with `suffix`, at any depth,
  /// sorted.
  ///
  /// A path that is not a folder is returned unchanged. At most `most` names in the folder are
  /// examined.
  package static func files(in path: String, suffix: String, most: Int = .max) -> [String] {
    guard FileStatus(path)?.isFolder == true else { return [path] }
    let base = path.hasSuffix("/") ? path : path + "/"
    var found: [String] = []
    var folders = [base]
    var count = 0
    while count < most, let folder = folders.popLast() {
      for name in names(in: folder, most: most - count) {
        count += 1
        let inner = folder + name
        if name.hasSuffix(suffix) { found.append(inner) }
        // A symbolic link is not followed, because it could form a cycle.
        if FileStatus(inner, followsLinks: false)?.isFolder == true { folders.append(inner + "/") }
      }
    }
    return found.sorted()
  }

  /// Returns up to `most` names of the folder's entries, unsorted; none if it cannot be read.
  package static func names(in folder: String, most: Int = .max) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < most, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
