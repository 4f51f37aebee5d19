import Foundation
import GhostlightContracts
import GhostlightCore
import Testing

@Suite struct `Evidence report` {
  private static let files = [
    ContractFile("Contracts/stackmob/a.json", pact("stackmob", first)),
    ContractFile("Contracts/stackmob/b.json", pact("stackmob", second)),
    ContractFile("Contracts/notes/c.json", pact("notes", [[.decision("an empty list")], []])),
  ]
  private static let first: [[Evidence]] = [
    [.guide("Todo"), .documentation("REST API"), .sdk("SMClient.m"), .protocolReference("A7")],
    [.suite("ACLSpec.js"), .suite("CrudSpec.js"), .decision("D3")],
  ]
  private static let second: [[Evidence]] = [
    [.protocolReference("A7"), .decision("D3")], [.protocolReference("A7")],
    [.recording("rec 1"), .decision("D4")],
  ]

  private static func pact(_ provider: String, _ evidence: [[Evidence]]) -> Pact {
    var pact = Pact(consumer: "app", provider: provider)
    pact.interactions = evidence.enumerated().map { position, evidence in
      var interaction = Interaction(
        "promise \(position + 1)", request: .get("/"), response: .status(200))
      interaction.notes.evidence = evidence
      return interaction
    }
    return pact
  }

  @Test func `an evidence report counts promises by vendor and contract`() {
    let report = EvidenceReport(Self.files)
    #expect(
      report.rows == [
        .init(
          provider: "stackmob", promises: 5,
          outside: [.guide: 1, .documentation: 1, .sdk: 1, .suite: 1, .recording: 1], decided: 1,
          referenced: 1),
        .init(
          provider: "stackmob", path: "Contracts/stackmob/a.json", promises: 2,
          outside: [.guide: 1, .documentation: 1, .sdk: 1, .suite: 1]),
        .init(
          provider: "stackmob", path: "Contracts/stackmob/b.json", promises: 3,
          outside: [.recording: 1], decided: 1, referenced: 1),
        .init(provider: "notes", promises: 2, decided: 1, unfounded: 1),
        .init(
          provider: "notes", path: "Contracts/notes/c.json", promises: 2, decided: 1, unfounded: 1),
      ])
    #expect(report.rows.map(\.supported) == [3, 2, 1, 0, 0])
  }

  @Test func `decisions without other evidence are listed first`() {
    let decisions = "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Decisions.md"
    #expect(
      EvidenceReport(Self.files).decisions == [
        .init(
          provider: "stackmob", text: "StackMob D3", article: decisions, supported: ["promise 2"],
          alone: ["promise 1"]),
        .init(provider: "notes", text: "an empty list", alone: ["promise 1"]),
        .init(
          provider: "stackmob", text: "StackMob D4", article: decisions, supported: ["promise 3"]),
      ])
  }

  @Test func `an evidence report is a table with remedies for decisions`() {
    #expect(
      EvidenceReport(Array(Self.files.dropFirst())).text == """
                                     promises  guide  vendor's source  vendor's suite  recording  \
        documentation  decision alone  reference alone  nothing
        stackmob                            3      0                0               0          1  \
                    0               1                1        0
          Contracts/stackmob/b.json         3      0                0               0          1  \
                    0               1                1        0
        notes                               2      0                0               0          0  \
                    0               1                0        1
          Contracts/notes/c.json            2      0                0               0          0  \
                    0               1                0        1

        Decisions of this project without outside evidence:
          stackmob: StackMob D3
            promise 1
            Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Decisions.md
          notes: an empty list
            promise 1
        Evidence that would settle the decisions on stackmob: an exchange that was recorded while the service existed.
        Evidence that would settle the decisions on notes: the same request to the provider.
        """)
  }

  @Test func `an evidence report as JSON has all promises`() {
    #expect(
      EvidenceReport([Self.files[2]]).json == [
        "rows": [
          [
            "provider": "notes", "promises": 2, "guide": 0, "sdk": 0, "suite": 0, "recording": 0,
            "documentation": 0, "decisionAlone": 1, "referenceAlone": 0, "nothing": 1,
          ],
          [
            "provider": "notes", "path": "Contracts/notes/c.json", "promises": 2, "guide": 0,
            "sdk": 0, "suite": 0, "recording": 0, "documentation": 0, "decisionAlone": 1,
            "referenceAlone": 0, "nothing": 1,
          ],
        ],
        "decisions": [
          [
            "provider": "notes", "text": "an empty list",
            "settledBy": "the same request to the provider", "alone": ["promise 1"],
            "supported": [],
          ]
        ],
      ])
  }

  @Test func `contract reports mark promises without outside evidence`() async {
    let report = await ContractRunner(Notes.executor(), isTimed: false).run([Self.files[1]])
    #expect(
      report.text(isVerbose: true).contains(
        "note: 2 without outside evidence; "
          + "run `ghostlight contracts evidence` for the reasons\n"))
    #expect(report.text().components(separatedBy: "      no outside evidence\n").count == 3)
    #expect(report.junit.components(separatedBy: "no outside evidence").count == 3)
    #expect(report.json["results"]?.array?.map { $0["outsideEvidence"] } == [false, false, nil])
  }
}
