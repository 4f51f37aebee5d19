import Foundation
import GhostlightRecording

/// The HAR files in the folder `Fixtures`, named by the tool that wrote each.
enum HARFixture: String, CaseIterable {
  case mitmdump
  case chromium
  case firefox
  case charles

  func bytes() throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: folder.appending(path: "Fixtures/\(rawValue).har")))
  }

  func document() throws -> HARDocument {
    try HARDocument(reading: try bytes(), named: "\(rawValue).har")
  }
}
