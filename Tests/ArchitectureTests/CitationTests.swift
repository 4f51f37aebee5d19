import Foundation
import Testing

@Suite struct `Citations of the protocol references` {
  private static let files: [(path: String, text: String)] = {
    let tops = ["Sources", "Contracts"]
    let kinds = ["swift", "json", "md"]
    return tops.flatMap { top in
      let base = Repository.root.appendingPathComponent(top)
      let all =
        FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
      return all.filter { kinds.contains(($0 as NSString).pathExtension) }.sorted().compactMap {
        let path = "\(top)/\($0)"
        return (try? Repository.text(path)).map { (path, $0) }
      }
    }
  }()
  private static let sections = ProtocolSections(files)
  private static let citations = files.flatMap { Citation.all(path: $0.path, text: $0.text) }

  @Test func `every cited code is the code of a heading`() {
    let broken = Self.citations.filter { !Self.sections.resolves($0) }
    #expect(broken.map { "\($0.path):\($0.line) \($0.vendor.rawValue) \($0.code)" } == [])
    #expect(Self.citations.count > 2_000)
  }

  @Test func `each code has only one heading`() {
    #expect(Self.sections.doubles == [])
  }

  @Test(arguments: ProtocolVendor.allCases)
  func `reports name the articles of all sections`(_ vendor: ProtocolVendor) throws {
    let table = try Repository.text(
      "Sources/Harness/GhostlightContracts/Reports/ProtocolArticles.swift")
    let rows = ProtocolSections.rows(of: vendor, in: Self.files)
    let lines = rows.map { "\n    " + $0 }.joined()
    #expect(rows.count > 6)
    #expect(table.contains(": [Row] = [\(lines)\n  ]\n"), "write there:\(lines)")
  }

  @Test func `uncited sections are listed`() {
    let list = Self.sections.uncited(by: Self.citations)
    Attachment.record(list.joined(separator: "\n"), named: "uncited-sections.txt")
    print("Sections that nobody cites: \(list.joined(separator: ", "))")
    #expect(list.allSatisfy { $0.contains(" ") })
  }

  @Test(arguments: [
    ("Sources/Clients/StackMob/Planted.swift", "/// - Source: protocol reference A99.", "A99"),
    ("Sources/Emulators/EGF2Emulator/Planted.swift", #"source: "A7, D3")"#, "D3"),
    ("Sources/Core/GhostlightSigning/Planted.swift", "/// - Source: StackMob A77.", "A77"),
    ("Contracts/Sources/Mia/Planted.swift", #".protocolReference("A6.99")"#, "A6.99"),
    ("Contracts/Sources/Mia/Planted.swift", #".decision("E99: ours")"#, "E99"),
    (
      "Contracts/cosmos/planted.json", "\"kind\": \"reference\",\n\"source\": \"B11, B14.9\"",
      "B14.9"
    ),
    ("Sources/Emulators/MiaEmulator/MiaEmulator.docc/Guide.md", "| C99 | a file |", "C99"),
  ])
  func `a planted wrong code is found`(_ path: String, _ text: String, _ code: String) {
    let wrong = Citation.all(path: path, text: text).filter { !Self.sections.resolves($0) }
    #expect(wrong.map(\.code) == [code])
  }

  @Test func `an uncited section is reported`() {
    let path = "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Users.md"
    let sections = ProtocolSections([
      (path, "## A1 One\n\n### A1.2 Two\n\n### A1.2 Again\n\n## Words\n")
    ])
    let cited = Citation.all(path: "Sources/Clients/StackMob/File.swift", text: "// See A1.")
    #expect(sections.uncited(by: cited) == ["StackMob A1.2"])
    #expect(sections.doubles == ["StackMob A1.2"])
  }
}
