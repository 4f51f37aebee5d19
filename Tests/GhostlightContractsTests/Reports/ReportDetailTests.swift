import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Details of contract reports` {
  private static func result(
    _ description: String, _ outcome: ContractOutcome, path: String = "a.json",
    evidence: [Evidence] = [.guide("G")], milliseconds: Double = 0
  ) -> ContractResult {
    var interaction = Interaction(description, request: .get("/a"), response: .status(200))
    interaction.notes.evidence = evidence
    return ContractResult(
      path: path, consumer: "app", provider: "notes", interaction: interaction, outcome: outcome,
      request: nil, response: nil, milliseconds: milliseconds)
  }

  private static func failure(_ place: String) -> ContractFailure {
    ContractFailure(at: place, expected: "1", actual: "2")
  }

  /// Two files, each with results of several outcomes.
  private static let report: ContractReport = {
    var report = ContractReport(executor: "in process")
    report.results = [
      result("k", .kept, milliseconds: 1.234), result("b", .broken([failure("x"), failure("y")])),
      result("s", .skipped("why"), path: "b.json", milliseconds: 0.5),
      result("p", .pending([failure("z")]), path: "b.json"),
      result("a", .kept, path: "b.json", evidence: [.decision("D")]),
    ]
    report.milliseconds = 12.6
    return report
  }()

  @Test func `results are counted by their outcome`() {
    var counts = ContractReport.Counts()
    (counts.kept, counts.broken, counts.pending, counts.skipped) = (2, 1, 1, 1)
    #expect(Self.report.counts == counts)
    #expect(counts.runCount == 4)
    #expect(
      Self.report.summary
        == "5 promises in process: 2 kept, 1 broken, 1 pending, 1 skipped in 13 ms")
    var one = Self.report
    one.results = [Self.report.results[0]]
    #expect(one.summary == "1 promise in process: 1 kept in 13 ms")
  }

  @Test func `each file has a heading in the text report`() {
    #expect(
      Self.report.text(isVerbose: true) == """
        a.json  app → notes
          ✓ k
          ✗ b
              x
                expected 1
                actual   2
              y
                expected 1
                actual   2
              because of guide G

        b.json  app → notes
          – s
              skipped: why
          ? p (pending)
              z
                expected 1
                actual   2
              because of guide G
          ✓ a (no outside evidence)

        note: 1 without outside evidence; run `ghostlight contracts evidence` for the reasons
        5 promises in process: 2 kept, 1 broken, 1 pending, 1 skipped in 13 ms
        """)
  }

  @Test func `each file is a suite in the JUnit report`() {
    #expect(
      Self.report.junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="contracts in process" tests="5" failures="1" skipped="2" time="0.013">
          <testsuite name="a.json" tests="2" failures="1" skipped="0" time="0.001">
            <testcase classname="notes.app" name="k" time="0.001"/>
            <testcase classname="notes.app" name="b" time="0.000">
              <failure message="x: expected 1, actual 2 (and 1 more)">x&#10;  expected 1&#10;  actual   2&#10;y&#10;  expected 1&#10;  actual   2&#10;because of guide G</failure>
            </testcase>
          </testsuite>
          <testsuite name="b.json" tests="3" failures="0" skipped="2" time="0.001">
            <testcase classname="notes.app" name="s" time="0.001">
              <skipped message="why"/>
            </testcase>
            <testcase classname="notes.app" name="p" time="0.000">
              <skipped message="pending: z: expected 1, actual 2">z&#10;  expected 1&#10;  actual   2&#10;because of guide G</skipped>
            </testcase>
            <testcase classname="notes.app" name="a" time="0.000">
              <system-out>no outside evidence</system-out>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `a JSON report has the counts and each result`() {
    let json = Self.report.json
    #expect(json["executor"] == "in process" && json["milliseconds"] == 13.0)
    #expect(
      [json["kept"], json["broken"], json["pending"], json["skipped"]] == [2, 1, 1, 1])
    #expect(
      json["results"]?[0] == [
        "file": "a.json", "consumer": "app", "provider": "notes", "description": "k",
        "states": [], "outcome": "kept", "milliseconds": 1.23,
      ])
    #expect(
      json["results"]?[2] == [
        "file": "b.json", "consumer": "app", "provider": "notes", "description": "s",
        "states": [], "outcome": "skipped", "milliseconds": 0.5, "reason": "why",
      ])
    #expect(json["results"]?[3]?["outcome"] == "pending")
    #expect(json["results"]?[4]?["outsideEvidence"] == false)
    var planned = Self.report
    planned.results[1].faultPlan = 3
    #expect(planned.json["results"]?[1]?["faultPlan"] == 3)
    planned.results[1].interaction.notes.evidence = [.decision("D3 because")]
    planned.results[1].provider = "stackmob"
    #expect(
      planned.json["results"]?[1]?["evidence"] == [
        [
          "kind": "decision", "source": "D3 because",
          "sections": [
            [
              "name": "StackMob D3",
              "article": "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Decisions.md",
            ]
          ],
        ]
      ])
  }

  @Test(arguments: [
    (0, "0.0 ms", "0.000"), (9.94, "9.9 ms", "0.010"), (9.95, "10 ms", "0.010"),
    (999.49, "999 ms", "0.999"), (999.5, "1.00 s", "1.000"), (59_994.9, "59.99 s", "59.995"),
    (59_995, "1 min 0 s", "59.995"), (119_499, "1 min 59 s", "119.499"), (0.05, "0.1 ms", "0.000"),
    (1050, "1.05 s", "1.050"),
  ])
  func `a time has a unit that fits`(_ milliseconds: Double, _ text: String, _ seconds: String) {
    #expect(ReadableTime.text(milliseconds: milliseconds) == text)
    #expect(ReadableTime.seconds(milliseconds: milliseconds) == seconds)
  }

  @Test func `a long text is cut after 2000 characters`() {
    let long = String(repeating: "é", count: 2001)
    #expect(ShortText.cut(String(long.dropLast())) == String(long.dropLast()))
    #expect(ShortText.cut(long) == long.dropLast() + "… (2001 characters)")
    #expect(ShortText.cut(String(repeating: "é", count: 1001)).count == 1001)
  }

  @Test(arguments: [24, 25, 27])
  func `the answer of a failed promise has at most 24 fields`(_ count: Int) throws {
    var result = Self.result("b", .broken([Self.failure("x")]), evidence: [])
    var response = Response(HTTPResponse.Status(code: 418))
    let name = try #require(HTTPField.Name("A"))
    for number in 0..<count {
      response.headers.append(HTTPField(name: name, value: "\(number)"))
    }
    result.response = response
    let fields = (0..<min(count, 24)).map { "      A: \($0)" }
    let more = count > 24 ? ["      and \(count - 24) more fields"] : []
    #expect(
      result.text
        == (["✗ b", "    answered 418"] + fields + more
        + ["    x", "      expected 1", "      actual   2"]).joined(separator: "\n"))
    result.response = Response(.ok, body: [0xFF, 0xFE])
    #expect(result.text.contains("\n    answered 200 OK\n      2 bytes of binary data\n"))
    result.response = Response(.ok, body: Array("a\n\nb".utf8))
    #expect(result.text.contains("\n    answered 200 OK\n      a\n      \n      b\n"))
  }

  @Test func `an annotation names a file, but not a URL`() {
    var report = ContractReport(executor: "x")
    report.results = [
      Self.result(
        "100%, a:b\r", .broken([Self.failure("p,q:r")]), path: "a,b:c.json", evidence: []),
      Self.result("b", .skipped("s,t"), path: "https://broker/a"),
    ]
    #expect(
      report.githubAnnotations == """
        ::error file=a%2Cb%3Ac.json,title=app → notes%3A 100%25%2C a%3Ab%0D::p,q:r%0A  expected \
        1%0A  actual   2
        ::notice title=skipped%3A app → notes%3A b::s,t
        2 promises x: 0 kept, 1 broken, 1 skipped in 0.0 ms
        """)
  }

  @Test(arguments: [
    ("&<>\"", "&amp;&lt;&gt;&quot;"), ("a\nb\tc\rd", "a&#10;b c d"),
    ("\u{1}\u{FFFE}", "\u{FFFD}\u{FFFD}"),
    ("\u{FFFF}\u{20}é", "\u{FFFD} é"), ("\u{1F}", "\u{FFFD}"),
  ])
  func `a text is escaped for XML`(_ text: String, _ escaped: String) {
    #expect(XMLText.escape(text) == escaped)
  }
}
