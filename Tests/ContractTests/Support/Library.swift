import ContractLibrary
import Foundation
import GhostlightRecording

/// Access to the generated contracts and recordings in the repository.
enum Library {
  /// The path of the repository's root.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: root).appending(path: path)))
  }

  static func recording(of chapter: Chapter) throws -> Recording {
    let path = "Recordings/\(chapter).har"
    return try Recording(HARDocument(reading: bytes(path), named: path))
  }
}
