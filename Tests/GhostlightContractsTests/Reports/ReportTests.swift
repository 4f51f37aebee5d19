import GhostlightContracts
import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `Reports of contracts` {
  static func report() async -> ContractReport {
    var pact = Notes.pact
    pact.interactions[2].isPending = true
    pact.interactions[1].states = [.state("a note", ["title": "<&\">"])]
    let executor = Notes.executor { response in
      var copy = response
      copy.status = HTTPResponse.Status(code: 418)
      return copy
    }
    var report = await ContractRunner(executor).run([ContractFile("notes.json", pact)])
    report.results[0].outcome = .kept
    report.results.append(report.results[0])
    report.results[3].outcome = .skipped("no \"states\"")
    for index in report.results.indices { report.results[index].milliseconds = 250 }
    report.milliseconds = 1004
    report.remarks = ["notes.json: messages are not HTTP and are skipped"]
    return report
  }

  @Test func `are read by people`() async {
    let expected = """
      notes.json  app → notes
        ✗ a note is read
            given a note {"title":"<&\\">"}
            GET /notes/7 → 418
            status
              expected 200
              actual   418
            answered {"title":"<&\\">","id":"7"}
            because of protocol reference N1
            no outside evidence
        ? a missing note is refused (pending)
            GET /notes/9 → 418
            status
              expected 404
              actual   418
            answered {"error":"no note \\"9\\" here"}
        – a new note is answered
            skipped: no "states"

      note: notes.json: messages are not HTTP and are skipped
      note: 1 without outside evidence; `ghostlight contracts evidence` says why
      4 promises in process: 1 kept, 1 broken, 1 pending, 1 skipped in 1.00 s
      """
    let report = await Self.report()
    #expect(report.text() == expected)
    #expect(report.text(isVerbose: true).contains("  ✓ a new note is answered"))
    #expect(report.text(isColored: true).contains("\u{1B}[31m✗\u{1B}[0m a note is read"))
  }

  @Test func `are read by build servers`() async {
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="contracts in process" tests="4" failures="1" skipped="2" time="1.004">
        <testsuite name="notes.json" tests="4" failures="1" skipped="2" time="1.000">
          <testcase classname="notes.app" name="a new note is answered" time="0.250"/>
          <testcase classname="notes.app" name="a note is read" time="0.250">
            <failure message="status: expected 200, actual 418">status: expected 200, actual 418&#10;answered: {&quot;title&quot;:&quot;&lt;&amp;\\&quot;&gt;&quot;,&quot;id&quot;:&quot;7&quot;}&#10;because of protocol reference N1&#10;no outside evidence</failure>
          </testcase>
          <testcase classname="notes.app" name="a missing note is refused" time="0.250">
            <skipped message="pending: status: expected 404, actual 418"/>
          </testcase>
          <testcase classname="notes.app" name="a new note is answered" time="0.250">
            <skipped message="no &quot;states&quot;"/>
          </testcase>
        </testsuite>
      </testsuites>

      """
    #expect(await Self.report().junit == expected)
  }

  @Test(arguments: [
    (0, "0.0 ms"), (0.44, "0.4 ms"), (38.4, "38 ms"), (999.4, "999 ms"), (1_004, "1.00 s"),
    (2_450, "2.45 s"), (59_994, "59.99 s"), (185_000, "3 min 5 s"),
  ])
  func `tell times in units that people read`(_ milliseconds: Double, _ text: String) {
    var report = ContractReport(executor: "in process")
    report.milliseconds = milliseconds
    #expect(report.text() == "0 promises in process: 0 kept in \(text)")
  }

  @Test func `are read by programs`() async throws {
    let json = await Self.report().json
    #expect(json["broken"] == 1)
    #expect(
      json["results"]?[1] == [
        "file": "notes.json", "consumer": "app", "provider": "notes",
        "description": "a note is read", "outcome": "broken", "milliseconds": 250.0,
        "outsideEvidence": false,
        "failures": [["place": "status", "expected": "200", "actual": "418"]],
        "evidence": [["kind": "reference", "source": "N1"]],
      ])
    #expect(json["results"]?[3]?["reason"] == "no \"states\"")
  }
}
