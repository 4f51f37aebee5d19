import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder that nobody else uses, and the time of day that clients hold certificates against.
struct Scratch {
  /// The folder's path.
  let path: String

  /// The machine's own time, in milliseconds since 1970.
  static var now: Int64 { Int64(time(nil)) * 1000 }

  /// Writes `text` to the file `name`, and answers its path.
  func write(_ text: String, to name: String) -> String {
    let file = path + "/" + name
    let bytes = Array(text.utf8)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    pwrite(descriptor, bytes, bytes.count, 0)
    close(descriptor)
    return file
  }

  /// The permissions of the file or folder at `name`.
  func permissions(_ name: String) -> mode_t {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return attributes?[.posixPermissions].flatMap { $0 as? Int }.map(mode_t.init) ?? 0
  }

  /// Changes the permissions of the file at `name`.
  func setPermissions(_ name: String, _ mode: mode_t) { chmod(path + "/" + name, mode) }

  /// Removes the file at `name`.
  func remove(_ name: String) { unlink(path + "/" + name) }

  /// Makes a folder for `body`, and removes it after.
  static func use<Answer>(_ body: (Scratch) async throws -> Answer) async throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(Scratch(path: folder.path))
  }
}
