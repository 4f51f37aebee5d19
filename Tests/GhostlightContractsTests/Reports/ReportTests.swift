import GhostlightContracts
import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `Contract reports` {
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

  @Test func `the text report shows each broken promise with its request and differences`() async {
    let expected = """
      notes.json  app → notes
        ✗ a note is read
            given a note {"title":"<&\\">"}
            curl -i 'http://localhost/notes/7' -H 'X-Key: k'
            answered 418
              Content-Type: application/json; charset=utf-8
              {"title":"<&\\">","id":"7"}
            status
              expected 200
              actual   418
            because of protocol reference N1
            no outside evidence
        ? a missing note is refused (pending)
            curl -i 'http://localhost/notes/9' -H 'X-Key: k'
            answered 418
              Content-Type: application/json; charset=utf-8
              {"error":"no note \\"9\\" here"}
            status
              expected 404
              actual   418
        – a new note is answered
            skipped: no "states"

      note: notes.json: messages are not HTTP and are skipped
      note: 1 without outside evidence; run `ghostlight contracts evidence` for the reasons
      4 promises in process: 1 kept, 1 broken, 1 pending, 1 skipped in 1.00 s
      """
    let report = await Self.report()
    #expect(report.text() == expected)
    #expect(report.text(isVerbose: true).contains("  ✓ a new note is answered"))
    #expect(report.text(isColored: true).contains("\u{1B}[31m✗\u{1B}[0m a note is read"))
  }

  @Test func `the JUnit report has the outcome of each interaction`() async {
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="contracts in process" tests="4" failures="1" skipped="2" time="1.004">
        <testsuite name="notes.json" tests="4" failures="1" skipped="2" time="1.000">
          <testcase classname="notes.app" name="a new note is answered" time="0.250"/>
          <testcase classname="notes.app" name="a note is read" time="0.250">
            <failure message="status: expected 200, actual 418">given a note {&quot;title&quot;:&quot;&lt;&amp;\\&quot;&gt;&quot;}&#10;curl -i 'http://localhost/notes/7' -H 'X-Key: k'&#10;answered 418&#10;  Content-Type: application/json; charset=utf-8&#10;  {&quot;title&quot;:&quot;&lt;&amp;\\&quot;&gt;&quot;,&quot;id&quot;:&quot;7&quot;}&#10;status&#10;  expected 200&#10;  actual   418&#10;because of protocol reference N1&#10;no outside evidence</failure>
          </testcase>
          <testcase classname="notes.app" name="a missing note is refused" time="0.250">
            <skipped message="pending: status: expected 404, actual 418">curl -i 'http://localhost/notes/9' -H 'X-Key: k'&#10;answered 418&#10;  Content-Type: application/json; charset=utf-8&#10;  {&quot;error&quot;:&quot;no note \\&quot;9\\&quot; here&quot;}&#10;status&#10;  expected 404&#10;  actual   418</skipped>
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
  func `a report prints its duration in readable units`(_ milliseconds: Double, _ text: String) {
    var report = ContractReport(executor: "in process")
    report.milliseconds = milliseconds
    #expect(report.text() == "0 promises in process: 0 kept in \(text)")
  }

  @Test func `the JSON report has every result with its failures`() async throws {
    let json = await Self.report().json
    #expect(json["broken"] == 1)
    #expect(
      json["results"]?[1] == [
        "file": "notes.json", "consumer": "app", "provider": "notes",
        "description": "a note is read",
        "states": [["name": "a note", "params": ["title": "<&\">"]]], "outcome": "broken",
        "milliseconds": 250.0, "outsideEvidence": false,
        "failures": [["place": "status", "expected": "200", "actual": "418"]],
        "curl": "curl -i 'http://localhost/notes/7' -H 'X-Key: k'",
        "response": [
          "status": 418,
          "headers": [["name": "Content-Type", "value": "application/json; charset=utf-8"]],
          "body": #"{"title":"<&\">","id":"7"}"#,
        ],
        "evidence": [["kind": "reference", "source": "N1"]],
      ])
    #expect(json["executor"] == "in process")
    #expect(json["results"]?[3]?["reason"] == "no \"states\"")
  }

  @Test func `the GitHub report has one annotation for each outcome but kept`() async {
    let expected = """
      ::error file=notes.json,title=app → notes%3A a note is read::given a note {"title":"<&\\">"}%0Acurl -i \
      'http://localhost/notes/7' -H 'X-Key: k'%0Aanswered 418%0A  Content-Type: application/json; \
      charset=utf-8%0A  {"title":"<&\\">","id":"7"}%0Astatus%0A  expected 200%0A  actual   418%0Abecause of \
      protocol reference N1%0Ano outside evidence
      ::warning file=notes.json,title=pending%3A app → notes%3A a missing note is refused::curl -i \
      'http://localhost/notes/9' -H 'X-Key: k'%0Aanswered 418%0A  Content-Type: application/json; \
      charset=utf-8%0A  {"error":"no note \\"9\\" here"}%0Astatus%0A  expected 404%0A  actual   418
      ::notice file=notes.json,title=skipped%3A app → notes%3A a new note is answered::no "states"
      4 promises in process: 1 kept, 1 broken, 1 pending, 1 skipped in 1.00 s
      """
    #expect(await Self.report().githubAnnotations == expected)
  }

  @Test func `the request of a result is printed as a curl command`() async {
    var result = await Self.report().results[0]
    var request = Request(.post, "/a[b]?c=d'e", body: Array("it's\n1".utf8))
    request.headers = [.contentType: "text/plain", .cookie: ""]
    request.authority = "api.example.com"
    result.request = request
    result.address = "http://127.0.0.1:4401"
    result.secretFields = ["X-Api-Key"]
    #expect(
      result.curl
        == #"""
        curl -i -g -X POST 'http://127.0.0.1:4401/a[b]?c=d'\''e' -H 'Host: api.example.com' \#
        -H 'Content-Type: text/plain' -H 'Cookie;' -H "X-Api-Key: $X_API_KEY" --data-raw 'it'\''s
        1'
        """#)
    result.request = Request(.put, "/", body: [0, 255])
    result.address = nil
    #expect(
      result.curl
        == #"echo AP8= | base64 -d | curl -i -X PUT 'http://localhost/' -H "X-Api-Key: $X_API_KEY" "#
        + "-H 'Content-Type:' --data-binary @-")
    result.request = Request(.put, "/", body: [UInt8](repeating: 65, count: 9000))
    #expect(
      result.curl?.hasSuffix("--data-binary @body  # 9000 bytes, which --record writes") == true)
    result.request = nil
    #expect(result.curl == nil)
  }

  @Test func `the curl command calls the tested server, whatever the contract contains`() async {
    var result = await Self.report().results[0]
    result.secretFields = []
    result.request = Request(.get, "@evil.example/x", authority: "evil.example/")
    let rest = "-H 'Host: evil.example/'"
    #expect(
      result.curl == "curl -i --request-target '@evil.example/x' 'http://localhost/' \(rest)")
    result.address = "http://127.0.0.1:4401"
    #expect(
      result.curl == "curl -i --request-target '@evil.example/x' 'http://127.0.0.1:4401/' \(rest)")
  }

  @Test func `control characters of contracts and responses are escaped in a report`() async {
    var report = await Self.report()
    let hidden = "\u{1B}[2K\u{9B}1A\r\u{202E}"
    report.results[1].interaction.description = hidden
    report.results[1].response = Response(.ok, headers: [.server: "x"], body: Array(hidden.utf8))
    report.remarks = [hidden]
    for text in [report.text(), report.text(isVerbose: true), report.results[1].text] {
      #expect(text.contains(#"\u001b[2K\u009b1A\u000d\u202e"#), "\(text)")
      #expect(!text.unicodeScalars.contains { TerminalText.isControl($0) })
    }
    #expect(report.text(isColored: true).replacing(#/\u{1B}\[[0-9]+m/#, with: "") == report.text())
  }

  @Test func `a result names the fault plan that changed the response`() async {
    var result = await Self.report().results[1]
    result.faultPlan = 3
    #expect(result.text.contains("\n    changed by fault plan 3, so not by the provider\n"))
  }
}
