import Foundation
import GhostlightRecording

/// The files beside these tests.
enum HARFixture: String, CaseIterable {
  case mitmdump
  case chromium
  case firefox
  case charles

  /// The file as it lies there.
  func bytes() throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Fixtures/\(rawValue).har")))
  }

  /// The file, read.
  func document() throws -> HARDocument {
    try HARDocument(reading: try bytes(), named: "\(rawValue).har")
  }
}
