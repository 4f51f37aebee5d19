import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Generated values in a comparison` {
  private static var mask: DriftMask {
    var mask = DriftMask.standard
    mask.hidesGeneratedValues = true
    return mask
  }

  private static func report(_ pairs: [(JSON, JSON)]) -> DriftReport {
    var run = DriftRun(mask: mask, follows: true)
    for (expected, actual) in pairs {
      run.record(
        Request(.get, "/a"), expected: Response(.ok, body: expected.bytes),
        actual: Response(.ok, body: actual.bytes))
    }
    return run.report(expected: "old", actual: "new")
  }

  @Test(
    arguments: [
      (["at": "2026-01-02T03:04:05Z"], ["at": "2026-11-12T13:14:15Z"], GeneratedKind.date),
      (["at": "2026-01-02 03:04:05.5"], ["at": "2026-11-12 13:14:15.6"], .date),
      (["at": "Fri, 02 Jan 2026 03:04:05 GMT"], ["at": "Mon, 30 Nov 2026 13:14:15 GMT"], .date),
      (["day": "2026-01-02"], ["day": "2026-11-12"], .date),
      (["at": 1_767_323_045], ["at": 1_794_489_255], .date),
      (["at": 1_767_323_045_000], ["at": 1_794_489_255_001], .date),
      (["at": 1_767_323_045.5], ["at": 1_794_489_255.25], .date),
      (
        ["x": "0b7b5c3c-6bd0-4b7f-8f3c-0c2e0a5f7a11"],
        ["x": "5d1e0a5f-7a11-4b7f-8f3c-0c2e6bd04b7f"],
        .identifier
      ),
      (["x": "507f1f77bcf86cd799439011"], ["x": "507f191e810c19729de860ea"], .identifier),
      (["id": 17], ["id": 42], .identifier),
      (["todo_id": "t-17"], ["todo_id": "t-42"], .identifier),
      (["viewCount": 17], ["viewCount": 42], .counter),
      (["counter": 0], ["counter": 3], .counter), (["seq": 9], ["seq": 0], .counter),
      (["x": "q7Rk2Lp9Zx4Wm1Tn8Vb3"], ["x": "Zx4Wm1Tn8Vb3q7Rk2Lp9"], .token),
      (["nextToken": "a1b2"], ["nextToken": "c3d4"], .token),
      (["self": "/todo/17"], ["self": "/todo/42"], .identifier),
    ] as [(JSON, JSON, GeneratedKind)])
  func `two generated values of one form are counted and not reported`(
    _ expected: JSON, _ actual: JSON, _ kind: GeneratedKind
  ) {
    let report = Self.report([(expected, actual)])
    #expect(report.isClean, "\(report)")
    #expect(report.masked == [kind: 1])
    #expect(report.description.hasSuffix("0 drifted, masked 1 \(kind.rawValue)"))
    #expect(report.json["masked"] == [kind.rawValue: 1])
  }

  @Test(
    arguments: [
      (["title": "milk"], ["title": "bread"], "value at $.title"),
      (["price": 10], ["price": 12], "value at $.price"),
      (["discount": 10], ["discount": 99], "value at $.discount"),
      (["account": 7], ["account": 8], "value at $.account"),
      (["count": 3], ["count": 0], "value at $.count"),
      (["total_count": 0], ["total_count": 3], "value at $.total_count"),
      (
        ["lists": [["id": 1, "itemCount": 0]]], ["lists": [["id": 1, "itemCount": 3]]],
        "value at $.lists[0].itemCount"
      ),
      (["done": true], ["done": false], "value"),
      (["id": 17], ["id": "17"], "type at $.id"), (["id": 17], ["id": nil], "type at $.id"),
      (["id": 17], [:], "removed at $.id"), ([:], ["id": 17], "added at $.id"),
      (["at": "2026-01-02T03:04:05Z"], ["at": "2026-01-02T03:04:05.000Z"], "value at $.at"),
      (["at": "2026-01-02T03:04:05Z"], ["at": "2026-01-02"], "value at $.at"),
      (["at": "2026-01-02T03:04:05Z"], ["at": "yesterday"], "value at $.at"),
      (["at": 1_767_323_045], ["at": 1_767_323_045_000], "value at $.at"),
      (["at": 1_767_323_045], ["at": 0], "value at $.at"),
      (["x": "507f1f77bcf86cd799439011"], ["x": "507f1f77bcf86cd7994390"], "value at $.x"),
      (["name": "production-server-1"], ["name": "production-server-2"], "value at $.name"),
      (["self": "/todo/17"], ["self": "/list/42"], "value at $.self"),
      (["self": "/todo?page=2"], ["self": "/todo?page=3"], "value at $.self"),
      (["items": [1]], ["items": [1, 2]], "added at $.items[1]"),
      (["id": "admin"], ["id": "root"], "value at $.id"),
      (["name": "caf\u{E9} 1"], ["name": "cafe\u{301} 1"], "value at $.name"),
    ] as [(JSON, JSON, String)])
  func `a changed value, type, format or length is found`(
    _ expected: JSON, _ actual: JSON, _ found: String
  ) {
    let report = Self.report([(expected, actual)])
    #expect(report.drifted.count == 1, "\(report)")
    #expect(report.drifted.first?.differences.first?.description.hasPrefix(found) == true)
    #expect(report.masked == [:])
  }

  @Test(arguments: [
    ("ETag", "\"5f3a\"", "\"77bc\"", true), ("ETag", "\"5f3a\"", "W/\"77bc\"", false),
    ("Set-Cookie", "a=x1; Path=/; Max-Age=5", "a=y2; Path=/; Max-Age=6", true),
    ("Set-Cookie", "a=x1; Path=/; HttpOnly", "a=y2; Path=/", false),
    ("Set-Cookie", "theme=dark", "theme=light", false),
    ("Set-Cookie", "a=x1", "b=x1", false), ("Location", "/todo/17", "/todo/42", true),
    ("Location", "/todo/17", "/login", false),
    ("X-RateLimit-Remaining", "58", "57", true), ("Cache-Control", "no-store", "public", false),
    ("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT", "Mon, 30 Nov 2026 13:14:15 GMT", true),
  ])
  func `header fields are compared by their form`(
    _ name: String, _ expected: String, _ actual: String, _ isHidden: Bool
  ) throws {
    var run = DriftRun(mask: Self.mask, follows: true)
    let name = try #require(HTTPField.Name(name))
    let responses = [expected, actual].map { value -> Response in
      var response = Response(.ok)
      response.headers[values: name] = [value]
      return response
    }
    run.record(Request(.get, "/a"), expected: responses[0], actual: responses[1])
    #expect(run.report(expected: "old", actual: "new").isClean == isHidden)
  }

  @Test func `a missing field is found`() {
    var run = DriftRun(mask: Self.mask, follows: true)
    run.record(
      Request(.get, "/a"), expected: Response(.ok, headers: [.eTag: "\"1\""]), actual: Response(.ok)
    )
    #expect(run.report(expected: "old", actual: "new").drifted.count == 1)
  }

  @Test func `a number that rises on both sides is a counter`() {
    let pairs: [(JSON, JSON)] = [
      (["n": 3], ["n": 90]), (["n": 4], ["n": 91]), (["n": 7], ["n": 94]),
    ]
    let rising = Self.report(pairs)
    #expect(rising.isClean)
    #expect(rising.masked == [.counter: 3])
    #expect(Self.report(Array(pairs.prefix(2))).drifted.count == 2)
  }

  @Test func `the form of a link is that of its words, however random they are`() {
    let links = ["11111111-1111-1111-1111-111111111111", "1a2b3c4d-5e6f-1a2b-3c4d-5e6f1a2b3c4d"]
      .map { GeneratedValues.masked(.string("http://h/todo/" + $0)) }
    #expect(links == ["http://h/todo/<identifier UUID>", "http://h/todo/<identifier UUID>"])
  }

  @Test func `a list in another order is one difference`() {
    func item(_ id: String, _ title: String) -> JSON {
      ["id": .string(id), "title": .string(title)]
    }
    let (a, b) = ("507f1f77bcf86cd799439011", "507f191e810c19729de860ea")
    let (c, d) = ("607f1f77bcf86cd799439011", "607f191e810c19729de860ea")
    let report = Self.report([
      ([item(a, "milk"), item(b, "salt")], [item(d, "salt"), item(c, "milk")])
    ])
    #expect(report.drifted.flatMap(\.differences).map(\.kind) == [.order])
  }

  @Test func `the first pair of an issued value wins`() {
    var values = IssuedValues()
    func response(_ id: String) -> Response { .json(.ok, ["id": .string(id)]) }
    values.record(expected: response("old-1"), actual: response("new-1"))
    values.record(expected: response("old-1"), actual: response("new-2"))
    #expect(values.rewrite(Request(.get, "/a/old-1")).target == "/a/new-1")
  }

  @Test func `the elements of a list are paired by everything but their generated values`() {
    var values = IssuedValues()
    func list(_ items: [(String, String)]) -> Response {
      .json(.ok, .array(items.map { ["id": .string($0.0), "title": .string($0.1)] }))
    }
    values.record(
      expected: list([("old-1", "milk"), ("old-2", "salt")]),
      actual: list([("new-2", "salt"), ("new-1", "milk")]))
    #expect(values.rewrite(Request(.get, "/a/old-1")).target == "/a/new-1")
    #expect(values.rewrite(Request(.get, "/a/old-2")).target == "/a/new-2")
  }

  @Test func `an exchange that opened a WebSocket is not compared`() async {
    let recording = Recording([
      RecordedExchange(Request(.get, "/socket"), Response(.switchingProtocols)),
      RecordedExchange(Request(.get, "/a"), Response(.ok)),
    ])
    let report = await Drift.check(
      recording, against: Responder(name: "live", immediate: { _ in Response(.created) }))
    #expect(report.drifted.map(\.number) == [2])
    #expect((report.compared, report.leftOut) == (1, 1))
  }
}
