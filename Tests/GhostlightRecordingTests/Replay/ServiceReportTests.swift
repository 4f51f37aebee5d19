import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Reports of services` {
  @Test(arguments: [
    (ServiceReport.Source.recording, 1, "1 recorded", "recorded"),
    (.recording, 2, "2 recorded", "recorded"), (.contract, 1, "1 interaction", "interactions"),
    (.contract, 2, "2 interactions", "interactions"), (.emulator, 1, "1 route", "routes"),
    (.emulator, 0, "0 routes", "routes"),
  ])
  func `a report names what the service has`(
    _ source: ServiceReport.Source, _ entries: Int, _ total: String, _ member: String
  ) {
    var report = ServiceReport(of: source, entries: entries, served: 3, unused: ["u"])
    report.add(ServiceMiss("m", nearest: ["n"]))
    #expect(report.total == total)
    #expect(
      report.json == [
        member: .integer(Int64(entries)), "served": 3, "missed": 1, "misses": ["m"],
        "unused": ["u"],
      ])
    #expect(
      report.description == """
        3 answered from \(total), 1 missed, 1 unused
        missed: m
          n
        unused: u
        """)
  }

  @Test func `a report is clean without misses, unused entries and problems`() {
    let clean = ServiceReport(of: .recording, entries: 1, served: 1)
    #expect(clean.isClean)
    var missed = clean
    missed.add(ServiceMiss("m", nearest: []))
    #expect(!missed.isClean)
    #expect(!ServiceReport(of: .recording, entries: 1, unused: ["u"]).isClean)
    #expect(!ServiceReport(of: .recording, entries: 1, problems: ["p"]).isClean)
    var warned = clean
    warned.add(warning: "w")
    #expect(warned.isClean && warned.warnings == ["w"])
  }

  @Test(arguments: [(20, 0), (21, 1), (25, 5)])
  func `a report prints at most twenty lines of a kind`(_ count: Int, _ more: Int) {
    let names = (0..<count).map { "\($0)" }
    var report = ServiceReport(of: .recording, entries: 0, unused: names, problems: names)
    for name in names { report.add(ServiceMiss(name, nearest: [])) }
    let lines = report.description.split(separator: "\n").map(String.init)
    let expected = ["problem: ", "missed: ", "unused: "].flatMap { word in
      names.prefix(20).map { word + $0 } + (more > 0 ? ["and \(more) more"] : [])
    }
    #expect(lines.dropFirst() == expected[...])
  }

  @Test func `a report keeps a thousand misses and twenty different warnings`() {
    var report = ServiceReport(of: .recording, entries: 0)
    for number in 0..<1001 { report.add(ServiceMiss("\(number)", nearest: [])) }
    #expect(report.misses.count == 1000 && report.missCount == 1001)
    for number in 0..<42 { report.add(warning: "\(number / 2)") }
    #expect(report.warnings == (0..<20).map { "\($0)" })
  }

  @Test func `the response of a miss has its explanation and the nearest entries`() {
    let response = ServiceMiss("m", nearest: ["n", "o"]).response
    #expect(response.status == .notImplemented)
    #expect(response.json == ["error": "m", "nearest": ["n", "o"]])
    #expect(response.headers[.ghostlightReason] == "m")
  }

  @Test func `counts of uses are merged by their greatest values`() throws {
    var one = UseCounts()
    one.add(0)
    one.add(0)
    one.add(2)
    var other = UseCounts()
    other.add(0)
    other.add(1)
    #expect((one[0], one[1], one[2]) == (2, 0, 1))
    one.formMaximum(other)
    #expect(one.json == ["1": 2, "2": 1, "3": 1])
    #expect(try UseCounts(SnapshotReader(one.json), rows: 3) == one)
    #expect(throws: SnapshotError.self) { try UseCounts(SnapshotReader(one.json), rows: 2) }
    #expect(throws: SnapshotError.self) { try UseCounts(SnapshotReader(["1": 1]), rows: 0) }
    let most: JSON = ["1": .integer(1 << 53)]
    #expect(try UseCounts(SnapshotReader(most), rows: 1)[0] == 1 << 53)
    #expect(throws: SnapshotError.self) {
      try UseCounts(SnapshotReader(["1": .integer(1 << 53 + 1)]), rows: 1)
    }
  }

  @Test(
    arguments: [
      ("/v1", "http://localhost/v1/a"), ("/v1//", "http://localhost/v1/a"),
      ("https://h:1", "https://h:1/a"), ("HTTP://h/v1/", "http://h/v1/a"),
      ("/", nil),
      ("http://h?a", nil), ("/v1#a", nil), ("/v 1", nil), ("http:///v1", nil), ("v1", nil),
    ] as [(String, String?)])
  func `a base changes the address of a request`(_ base: String, _ expected: String?) {
    let request = ReplayBase(base)?.applied(to: Request(.get, "/a"))
    #expect(request.map { "\($0.scheme)://\($0.authority)\($0.target.raw)" } == expected)
    let other = ReplayBase(base)?.applied(to: Request(.options, "*"))
    #expect(other.map(\.target.raw) == expected.map { _ in "*" })
  }

  private static let recording = Recording([
    exchange("https", "a.example", "/x", "1"), exchange("http", "a.example:8080", "/x", "2"),
    exchange("http", "local", "/x", "3"), exchange("http", "local", "/x", "4"),
  ])

  private static func exchange(
    _ scheme: String, _ authority: String, _ target: RequestTarget, _ body: String
  ) -> RecordedExchange {
    RecordedExchange(
      Request(.get, target, scheme: scheme, authority: authority),
      Response(.ok, body: Array(body.utf8)))
  }

  @Test(
    arguments: [
      ("https", "a.example", "1", false), ("http", "A.example:8080", "2", false),
      ("http", "local", "3", false), ("http", "a.example", "1", true),
      ("http", "local:99", "3", false), ("http", "127.0.0.1", "1", true),
      ("http", "[::1]", "1", true), ("http", "x.local", "1", true),
      ("http", "x.localhost:1", "1", true), ("http", "host", "1", true),
      ("http", "b.example", nil, false), ("http", "1.2.3.x", nil, false),
    ] as [(String, String, String?, Bool)])
  func `a request gets a response of a server that its host admits`(
    _ scheme: String, _ authority: String, _ answer: String?, _ isAmbiguous: Bool
  ) {
    var backend = RecordingBackend(Self.recording)
    let request = Request(.get, "/x", scheme: scheme, authority: authority)
    #expect(backend.isAmbiguous(request) == isAmbiguous)
    let servers = 3 - (authority.hasPrefix("a.") || answer == nil ? 1 : 0)
    let warning =
      isAmbiguous
      ? "GET /x names \(authority), and \(servers) recorded servers have a response; "
        + "https://a.example sent it. Name one in Host, or with the base path "
        + (servers == 3 ? "http://local" : "http://a.example:8080") : nil
    #expect(backend.warning(about: request) == warning)
    let response = backend.respond(to: request, at: .numbered())
    #expect(response.status == .ok ? response.text == answer : answer == nil)
  }

  @Test func `copies count their uses together`() {
    var one = RecordingBackend(Self.recording)
    var other = one
    for backend in ["https", "http"] {
      _ = one.respond(
        to: Request(
          .get, "/x", scheme: backend, authority: "a.example:\(backend == "http" ? 8080 : 443)"),
        at: .numbered())
    }
    _ = other.respond(to: Request(.get, "/x", authority: "local"), at: .numbered())
    #expect(one.unused == ["entry 3, GET /x", "entry 4, GET /x"])
    #expect(other.unused == ["entry 1, GET /x", "entry 2, GET /x", "entry 4, GET /x"])
    #expect(one.countingUses(of: [other]).unused == ["entry 4, GET /x"])
  }

  @Test func `the mark of a snapshot is that of the recorded requests and responses`() {
    let marks = [
      Self.exchange("http", "h", "/x", "1"), Self.exchange("http", "h", "/y", "1"),
      Self.exchange("http", "h", "/x", "2"),
    ].map { RecordingBackend(Recording([$0])).snapshot["recording"] }
    var fields = Self.exchange("http", "h", "/x", "1")
    fields.response.headers[.eTag] = "\"1\""
    var value = fields
    value.response.headers[.eTag] = "\"2\""
    var status = Self.exchange("http", "h", "/x", "1")
    status.response.status = .accepted
    var body = Self.exchange("http", "h", "/x", "1")
    body.request.body = [1]
    let more = [fields, value, status, body].map {
      RecordingBackend(Recording([$0])).snapshot["recording"]
    }
    let twice = RecordingBackend(Recording([body, body])).snapshot["recording"]
    #expect(Set(marks + more + [twice]).count == 8)
    #expect(
      RecordingBackend(Recording([body])).snapshot
        == RecordingBackend(Recording([body]), policy: .cycle).snapshot)
  }
}
