import Foundation
import GhostlightRecording

/// The HAR files in the folder `Fixtures`.
enum HARFixture: String, CaseIterable {
  case mitmdump
  case chromium
  case firefox
  case charles

  /// Returns the bytes of the file.
  func bytes() throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Fixtures/\(rawValue).har")))
  }

  /// Returns the file as a document.
  func document() throws -> HARDocument {
    try HARDocument(reading: try bytes(), named: "\(rawValue).har")
  }
}
