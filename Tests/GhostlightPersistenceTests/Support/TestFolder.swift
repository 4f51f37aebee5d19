import Foundation
import Synchronization

/// A temporary folder for a test, deleted with this object.
final class TestFolder: Sendable {
  /// The path for a data folder, which does not exist at first.
  let path: String
  private let root: String

  init() {
    root = NSTemporaryDirectory() + "ghostlight-" + UUID().uuidString
    path = root + "/data"
    try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The path of the database.
  var database: String { path + "/ghostlight.sqlite" }

  /// The names of the files, sorted.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Returns the permissions of a file, or of the folder if there is no name.
  func permissions(_ name: String = "") throws -> Int {
    let path = name.isEmpty ? path : "\(path)/\(name)"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  /// Copies the database and its write-ahead log, as a killed process would leave them.
  func copyFiles(to other: TestFolder) throws {
    try FileManager.default.createDirectory(
      atPath: other.path, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: database + suffix))
      try bytes.write(to: URL(fileURLWithPath: other.database + suffix))
    }
  }
}
