import Foundation
import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Swift samples in the documentation` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the contents of a page's Swift code blocks.
  private static func blocks(of path: String) throws -> [String] {
    try text(path).components(separatedBy: "```swift\n").dropFirst()
      .map { try #require($0.components(separatedBy: "```").first) }
  }

  @Test func `the samples of first requests are the files in the Readme folder`() throws {
    let folder = "Tests/ExampleTests/Readme"
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: folder).path)
    let tests = try files.map { try Self.text("\(folder)/\($0)") }
    #expect(tests.count == 6)
    let pages = ["README.md", "Sources/Manual/Manual.docc/FirstRequests.md"]
    #expect(try pages.flatMap(Self.blocks).sorted() == tests.sorted())
  }

  @Test func `the StackMob session in the manual is a test`() throws {
    let manual = "Sources/Harness/Ghostlight/Ghostlight.docc/Ghostlight.md"
    let session = try Self.text("Tests/ExampleTests/StackMobSessionTests.swift")
    #expect(try Self.blocks(of: manual) == [session])
  }

  @Test func `the newest version in the changelog is the version of the server`() throws {
    let headings = try Self.text("CHANGELOG.md").split(separator: "\n").filter {
      $0.hasPrefix("## ")
    }
    let newest = try #require(headings.first).dropFirst(3).prefix { $0 != "," && $0 != " " }
    #expect(newest == Version.current)
    #expect(try Self.text("README.md").contains("Ghostlight \(Version.current) is ready."))
  }
}
