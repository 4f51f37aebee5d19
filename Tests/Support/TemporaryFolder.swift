import Foundation

/// A temporary folder for a test, which is deleted when this object is released.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "ghostlight-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of the file `name` in the folder, which need not exist.
  package subscript(name: String) -> String { path + "/" + name }

  /// The names of the files and folders in it, sorted.
  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Writes a file in the folder, and creates missing parent folders.
  ///
  /// - Returns: The path of the file.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let url = URL(filePath: self[name])
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return self[name]
  }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: self[name])), as: UTF8.self)
  }

  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: self[name])
  }
}
