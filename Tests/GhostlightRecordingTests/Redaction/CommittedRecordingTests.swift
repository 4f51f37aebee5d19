import Foundation
import GhostlightCore
import GhostlightRecording
import Testing

@Suite struct `Committed recordings` {
  private static let files: [URL] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = root.appending(path: "Recordings")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "har" }
      .sorted { $0.path() < $1.path() }
  }()

  // The tests of both contract libraries check that the lint finds nothing in these files.
  @Test func `redaction does not change a committed recording`() throws {
    #expect(Self.files.count > 80)
    for file in Self.files {
      let document = try HARDocument(
        reading: Array(Data(contentsOf: file)), named: file.lastPathComponent)
      let recording = try Recording(document)
      #expect(Redactor().redact(recording) == recording.withDecodedBodies, "\(file.path())")
    }
  }

  @Test(arguments: [
    ("stackmob", "REDACTED-mac_key-"), ("stackmob", "REDACTED-access_token-"),
    ("stackmob", "REDACTED-refresh_token-"), ("mia", "REDACTED-secret-"),
    ("cosmos", "sig%3DREDACTED"),
  ])
  func `a vendor's recordings have placeholders of secrets`(_ vendor: String, _ placeholder: String)
    throws
  {
    let texts = try Self.files.filter { $0.path().contains("/Recordings/\(vendor)/") }.map {
      String(decoding: try Data(contentsOf: $0), as: UTF8.self)
    }
    #expect(texts.contains { $0.contains(placeholder) })
  }
}
