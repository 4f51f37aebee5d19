#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folder of a HAR file, in which the file may name other files as its bodies.
///
/// A HAR file from someone else must not show the user's other files. So a name has to be relative,
/// none of its parts may begin with a dot, and no symbolic link may lead out of the folder.
package struct HARFolder: Sendable {
  /// The absolute path without symbolic links, ending with a slash.
  private let root: String

  /// Finds the folder of the HAR file at `path`; `nil` if it does not exist.
  package init?(of path: String) {
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = end.map { String(path[...$0]) } ?? "./"
    guard let root = Self.realPath(folder) else { return nil }
    self.root = root.hasSuffix("/") ? root : root + "/"
  }

  /// Returns the contents of a file; `nil` if its name is not allowed, if it is not a regular file,
  /// or if it has more than `limit` bytes.
  func bytes(of name: String, limit: Int) -> [UInt8]? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.utf8.contains(0), parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }),
      let path = Self.realPath(root + name), path.hasPrefix(root)
    else { return nil }
    // A pipe would block without `O_NONBLOCK`.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    return Self.contents(of: descriptor, count: Int(status.st_size))
  }

  private static func contents(of descriptor: Int32, count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      while initialized < count {
        let part = UnsafeMutableBufferPointer(rebasing: buffer[initialized...])
        let length = read(descriptor, part.baseAddress, part.count)
        if length < 0, errno == EINTR { continue }
        guard length > 0 else { return }
        initialized += length
      }
    }
    return bytes.count == count ? bytes : nil
  }

  private static func realPath(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}
