import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A temporary folder for TLS files, and the time at which certificates must be valid.
struct Scratch {
  let path: String

  /// The machine's current time, in milliseconds since 1970.
  static var now: Int64 { Int64(time(nil)) * 1000 }

  /// Writes a file named `name` in the folder, and returns its path.
  func write(_ text: String, to name: String) -> String {
    let file = path + "/" + name
    let bytes = Array(text.utf8)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    pwrite(descriptor, bytes, bytes.count, 0)
    close(descriptor)
    return file
  }

  /// Returns the permissions of the file or folder at `name`.
  func permissions(_ name: String) -> mode_t {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return attributes?[.posixPermissions].flatMap { $0 as? Int }.map(mode_t.init) ?? 0
  }

  func setPermissions(_ name: String, _ mode: mode_t) { chmod(path + "/" + name, mode) }

  func remove(_ name: String) { unlink(path + "/" + name) }

  /// Creates a temporary folder, calls `body` with it, and removes the folder.
  static func use<Answer>(_ body: (Scratch) async throws -> Answer) async throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(Scratch(path: folder.path))
  }
}
