import ContractLibrary
import Foundation
import GhostlightCore
import GhostlightRecording
import StackMobContracts
import Testing

@Suite struct `The book of contracts` {
  @Test func `is what the repository holds`() async throws {
    let book = try await Book(Vendor.chapters)
    #expect(book.differences(in: Library.root) == [])
  }

  @Test func `is the same whenever it is written`() async throws {
    let first = try await Book(Vendor.chapters)
    #expect(try await Book(Vendor.chapters).pages == first.pages)
  }

  @Test func `is written where it differs and says where`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "book-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let chapter = try #require(StackMobContracts.chapters.first { $0.name == "schemas" })
    let book = try await Book([chapter])
    #expect(
      book.differences(in: folder.path) == [
        "Contracts/stackmob/schemas.json: missing", "Recordings/stackmob/schemas.har: missing",
      ])
    try book.write(to: folder.path)
    #expect(book.differences(in: folder.path) == [])
    let contract = folder.appending(path: "Contracts/stackmob/schemas.json")
    let text = try String(contentsOf: contract, encoding: .utf8)
    try text.replacing("StackMob client", with: "nobody").write(
      to: contract, atomically: true, encoding: .utf8)
    try Data().write(to: folder.appending(path: "Recordings/stackmob/old.har"))
    #expect(
      book.differences(in: folder.path) == [
        "Contracts/stackmob/schemas.json:3: not what is generated",
        "Recordings/stackmob/old.har: nothing generates it",
      ])
    try book.write(to: folder.path)
    #expect(book.differences(in: folder.path) == [])
  }

  @Test(arguments: Vendor.chapters)
  func `has recordings that replay request by request`(_ chapter: Chapter) throws {
    let recording = try Library.recording(of: chapter)
    let replayer = Replayer(
      recording, policy: .once, normalise: Redactor().normaliser(for: recording))
    for exchange in recording.exchanges {
      let response = replayer.responder.respondNow?(exchange.request)
      #expect(response?.body == exchange.response.body)
    }
    #expect(replayer.report.isClean, "\(replayer.report)")
  }

  @Test(arguments: Vendor.chapters)
  func `has recordings without secrets`(_ chapter: Chapter) throws {
    let document = try JSON.parse(Library.bytes("Recordings/\(chapter).har"))
    let findings = RedactionLint().findings(in: document)
    #expect(findings.isEmpty, "\(findings)")
  }
}
