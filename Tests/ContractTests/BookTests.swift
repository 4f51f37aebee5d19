import ContractLibrary
import Foundation
import GhostlightCore
import GhostlightRecording
import StackMobContracts
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The book of contracts` {
  @Test func `the generated files are the same as those in the repository`() async throws {
    let book = try await Book(Vendor.chapters)
    #expect(book.differences(in: Library.root) == [])
  }

  @Test func `generating the book twice gives the same files`() async throws {
    let first = try await Book(Vendor.chapters)
    #expect(try await Book(Vendor.chapters).pages == first.pages)
  }

  @Test func `the book lists the files that differ and writes them`() async throws {
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
  func `the recording of a chapter replays each of its requests`(_ chapter: Chapter) throws {
    let recording = try Library.recording(of: chapter)
    let replayer = Replayer(
      recording, policy: .once, normalise: Redactor().normaliser(for: recording))
    for exchange in recording.exchanges {
      let response = replayer.responder.respondNow(exchange.request)
      #expect(response?.body == exchange.response.body)
    }
    #expect(replayer.report.isClean, "\(replayer.report)")
  }

  @Test(arguments: Vendor.chapters)
  func `the recording of a chapter contains no secrets`(_ chapter: Chapter) throws {
    let document = try JSON.parse(Library.bytes("Recordings/\(chapter).har"))
    let findings = RedactionLint().findings(in: document)
    #expect(findings.isEmpty, "\(findings)")
  }
}
