import Foundation
import Synchronization

/// A temporary folder for a test, deleted when this object is released.
final class TestFolder: Sendable {
  /// The path for a data folder; no folder exists there at first.
  let path: String
  private let root: String

  init() {
    root = NSTemporaryDirectory() + "ghostlight-" + UUID().uuidString
    path = root + "/data"
    try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The path of the database in the data folder.
  var database: String { path + "/ghostlight.sqlite" }

  /// The names of the files in the data folder, sorted.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Returns the permissions of a file in the data folder, or of the folder itself without a name.
  func permissions(_ name: String = "") throws -> Int {
    let path = name.isEmpty ? path : "\(path)/\(name)"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  /// Copies the database and its write-ahead log, if there is one, in the state in which a killed
  /// process leaves them.
  func copyFiles(to other: TestFolder) throws {
    try FileManager.default.createDirectory(
      atPath: other.path, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: database + suffix) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: database + suffix))
      try bytes.write(to: URL(fileURLWithPath: other.database + suffix))
    }
  }
}
