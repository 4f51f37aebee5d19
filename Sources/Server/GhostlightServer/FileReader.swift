package import GhostlightRecording

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the system knows of a file or folder.
package struct FileStatus: Sendable, Hashable {
  /// A file whose bytes stand on a disk; neither a folder nor what has to be waited for.
  package let isRegular: Bool
  package let isFolder: Bool
  package let bytes: Int
  /// With the number, what tells it from all others.
  private let device: UInt64
  private let number: UInt64
  /// When its content was last changed, in nanoseconds since 1970.
  private let modified: Int64

  /// `nil` where there is nothing; a link is what it leads to, unless it is not to be followed.
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
}

/// A file, or whatever a path names, read from its beginning to its end.
package final class FileReader {
  private let descriptor: Int32

  /// Opens a file; of a folder the first read throws.
  ///
  /// - Throws: ``SystemError``.
  package init(_ path: String) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
  }

  deinit { close(descriptor) }

  /// The next bytes, at most so many; none at the end.
  ///
  /// - Throws: ``SystemError``.
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

  /// Apart from the method of the same name.
  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int
  {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// All bytes of a file, also where it does not know its size, as a pipe or a file of `/proc`.
  ///
  /// - Throws: ``SystemError``.
  package static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let reader = try FileReader(path)
    let size = FileStatus(path).map { $0.isRegular ? $0.bytes : 0 } ?? 0
    var bytes = try reader.read(upTo: max(size + 1, 1 << 16))
    guard !bytes.isEmpty else { return bytes }
    while case let more = try reader.read(upTo: 1 << 16), !more.isEmpty { bytes += more }
    return bytes
  }
}

/// A folder that is named in the place of files.
package enum InputFolder {
  /// The files of a suffix in a folder, at any depth and in the order of their names.
  ///
  /// Any other path is given back as it is. In a folder, at most `most` names are looked at.
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
        // A link could lead back to where it is.
        if FileStatus(inner, followsLinks: false)?.isFolder == true { folders.append(inner + "/") }
      }
    }
    return found.sorted()
  }

  /// The names in a folder, in no order; none where it cannot be read.
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
