import Foundation
import Testing

@Suite struct `The README` {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `shows Swift that is compiled and run here`() throws {
    let page = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let example = try String(
      contentsOf: Self.root.appending(path: "Tests/ExampleTests/StackMobSessionTests.swift"),
      encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 1)
    for block in blocks { #expect(example.contains(block), "the example lacks:\n\(block)") }
  }
}
