import Foundation

/// A temporary folder for the recordings of one test, which is deleted when this object is
/// released.
final class RecordingFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "ghostlight-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func url(_ name: String) -> URL { URL(filePath: path).appending(path: name) }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }

  func bytes(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: url(name))) }

  func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(name))
  }
}
