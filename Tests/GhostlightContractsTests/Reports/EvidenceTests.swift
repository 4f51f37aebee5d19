import GhostlightContracts
import GhostlightCore
import Testing

@Suite struct `Evidence in reports` {
  private static let users =
    "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Users.md"
  private static let upserts =
    "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Relationships.md"
  private static let decisions =
    "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Decisions.md"

  private static let warning = " – no outside evidence"

  private static func pact(_ evidence: Evidence, _ provider: String = "stackmob") -> Pact {
    Pact(consumer: "app", provider: provider) {
      Interaction(
        "a note", evidence: evidence, request: .get("/notes/1"), response: .status(200))
    }
  }

  @Test(arguments: [
    (
      Evidence.protocolReference("A19.3"),
      "protocol reference [StackMob A19.3](\(users))\(warning)"
    ),
    (
      .protocolReference("A16.4, A99"),
      "protocol reference [StackMob A16.4](\(upserts)), A99\(warning)"
    ),
    (
      .decision("D3: as sent"),
      "decision [StackMob D3](\(decisions)): as sent\(warning)"
    ),
    (.decision("the words of A19"), "decision the words of A19\(warning)"),
    (.guide("A19 of the guide"), "guide A19 of the guide"),
  ])
  func `evidence on a page links to its article`(_ evidence: Evidence, _ text: String) {
    let page = ContractPages([ContractFile("a.json", Self.pact(evidence))])
    #expect(page.markdown.contains("\n- because of \(text)\n"))
  }

  @Test func `links to articles begin with the prefix of the reader`() {
    let file = ContractFile("a.json", Self.pact(.protocolReference("A3"), "appcenter"))
    let page = ContractPages([file], articles: "https://example.com/main/")
    let path = "Sources/Emulators/AppCenterEmulator/AppCenterEmulator.docc/Protocol-Tokens.md"
    #expect(page.markdown.contains("[Cosmos A3](https://example.com/main/\(path))"))
  }

  @Test func `a section code belongs to the protocol of its provider`() {
    let page = ContractPages([
      ContractFile("a.json", Self.pact(.protocolReference("A19.3"), "mine"))
    ]
    )
    #expect(
      page.markdown.contains("\n- because of protocol reference A19.3 – no outside evidence\n"))
  }

  @Test func `a report of a broken promise has section and article of its evidence`() async {
    let file = ContractFile("a.json", Self.pact(.protocolReference("A19.3")))
    let report = await ContractRunner(Notes.executor()).run([file])
    let line = "because of protocol reference StackMob A19.3 (\(Self.users))"
    #expect(report.text().contains("\n      \(line)\n"))
    #expect(report.junit.contains("&#10;\(line)&#10;no outside evidence</failure>"))
    #expect(
      report.json["results"]?[0]?["evidence"] == [
        [
          "kind": "reference", "source": "A19.3",
          "sections": [
            ["name": "StackMob A19.3", "article": .string(Self.users)]
          ],
        ]
      ])
  }
}
