import Foundation
import Testing

@Suite struct `Architecture page` {
  @Test func `the architecture page shows the import table of the tests`() throws {
    let order = ["Core", "Emulators", "Harness", "Clients", "Server"]
    let rows = ModuleMap.table
      .sorted { ($0.key.layer, $0.key.name) < ($1.key.layer, $1.key.name) }
      .map { target, imports in
        let names = imports.sorted().map { "`\($0)`" }.joined(separator: ", ")
        return "| \(target.layer) | `\(target.name)` | \(names.isEmpty ? "–" : names) |"
      }
    let sorted = order.flatMap { layer in rows.filter { $0.hasPrefix("| \(layer) |") } }
    let shown = try Self.page().split(separator: "\n").map(String.init)
      .filter { line in order.contains { line.hasPrefix("| \($0) |") } }
    #expect(shown == sorted)
  }

  @Test func `the architecture page names existing files`() throws {
    let lists = try Self.page().matches(of: /\n\d+\. `([\w\/+.]+\.swift)`/)
      .map { "Sources/\($0.1)" }
    #expect(lists.count > 50)
    #expect(Set(lists).subtracting(Repository.sources.map(\.path)) == [])
  }

  @Test(arguments: [
    ("A signed GET of StackMob's", 46), ("A query of Cosmos DB's", 26),
    ("One interaction of verify", 27), ("One exchange of record", 58),
    ("The 401 of updateObject", 20),
  ])
  func `a path of calls passes through few files`(_ heading: String, _ limit: Int) throws {
    let sections = try Self.page().components(separatedBy: "\n### ")
    let section = try #require(sections.first { $0.hasPrefix(heading) })
    let files = section.split(separator: "\n").filter { $0.contains(".swift`") }
    #expect((1...limit).contains(files.count))
  }

  @Test func `manuals name existing files`() throws {
    let names = Set(Repository.all.map { $0.path.split(separator: "/").suffix(1).joined() })
    for path in Repository.manuals {
      let text = try Repository.text(path)
      for row in text.split(separator: "\n") where row.hasPrefix("|") {
        for match in row.matches(of: /`([\w\/+]+\.swift)`/) {
          let name = match.1.split(separator: "/").suffix(1).joined()
          #expect(names.contains(name), "\(path) names \(match.1)")
        }
      }
    }
  }

  private static func page() throws -> String {
    try Repository.text("Sources/Harness/Ghostlight/Ghostlight.docc/Architecture.md")
  }
}
