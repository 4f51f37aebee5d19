import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Drift of responses` {
  @Test func `the matrix has twelve kinds of change`() {
    #expect(DriftRow.matrix.count == 12)
    #expect(Set(DriftRow.matrix.map(\.name)).count == 12)
  }

  @Test(arguments: DriftRow.matrix)
  func `each kind of change is reported as one difference`(_ row: DriftRow) async {
    let recording = Recording(
      ["/before", "/it", "/after"].map { RecordedExchange(Request(.get, $0), row.original) },
      comment: "recorded")
    let live = Responder(name: "live") { request in
      request.target == "/it" ? row.response : row.original
    }
    let report = await Drift.check(recording, against: live)
    #expect(
      report
        == DriftReport(
          expected: "recorded", actual: "live", compared: 3,
          drifted: [
            ExchangeDrift(
              number: 2, request: Request(.get, "/it"), differences: [row.difference])
          ]))
  }

  @Test(arguments: DriftRow.matrix)
  func `a comparison in the other direction gives the mirrored difference`(_ row: DriftRow) {
    let there = Drift.compare(expected: row.original, actual: row.response)
    let back = Drift.compare(expected: row.response, actual: row.original)
    #expect(there == [row.difference])
    #expect(back.map(\.mirrored) == there)
  }

  @Test func `several changes are reported in the order of the response`() {
    var response = DriftRow.original
    response.status = .created
    response.headers[.cacheControl] = "no-store"
    response.headers[.contentType] = nil
    response.headers[.eTag] = "\"2\""
    response.edit { body in
      body["id"] = "todo-2"
      body["name"] = 1
      body["note"] = nil
      body["done"] = true
      body["tags"] = ["c", "b", "a"]
      body["parts"] = [["part": 0], ["part": 1]]
    }
    let found = Drift.compare(expected: DriftRow.original, actual: response)
    #expect(
      found.map(\.description) == [
        "status: expected 200, actual 201",
        #"header Cache-Control: expected none, actual "no-store""#,
        #"header Content-Type: expected "application/json", actual none"#,
        #"header ETag: expected "\"1\"", actual "\"2\"""#,
        #"value at $.id: expected "todo-1", actual "todo-2""#,
        #"type at $.name: expected "Water the plants", actual 1"#,
        "removed at $.note: expected null, actual none",
        #"order at $.tags: expected ["a","b","c"], actual ["c","b","a"]"#,
        #"added at $.parts[0]: expected none, actual {"part":0}"#,
        #"removed at $.parts[1]: expected {"part":2}, actual none"#,
        "added at $.done: expected none, actual true",
      ])
  }

  @Test func `the order of members and fields that servers add are ignored`() {
    var response = DriftRow.original
    response.headers[.date] = "Sun, 06 Nov 1994 08:49:37 GMT"
    response.headers[.server] = "nginx"
    response.edit { body in
      let id = body.removeValue(forKey: "id")
      body["id"] = id
    }
    #expect(response.body != DriftRow.original.body)
    #expect(Drift.compare(expected: DriftRow.original, actual: response) == [])
  }

  @Test(arguments: [
    ("1", "1.0", Difference.Kind.type), ("1.10", "1.1", .value), ("null", "0", .type),
    ("\"\u{E9}\"", "\"e\u{301}\"", .value), ("[]", "{}", .type), ("true", "false", .value),
    ("[]", "not JSON", .body), ("{}", "", .body),
  ])
  func `scalars are compared by their type and their exact text`(
    _ expected: String, _ actual: String, _ kind: Difference.Kind
  ) {
    let (before, after) = (Self.response(expected), Self.response(actual))
    #expect(Drift.compare(expected: before, actual: after).map(\.kind) == [kind])
    #expect(Drift.compare(expected: after, actual: before).map(\.kind) == [kind])
    #expect(Drift.compare(expected: before, actual: before) == [])
  }

  @Test(arguments: [
    ("[1,2,3]", "[2,3,4]", ["removed $[0]", "added $[2]"]),
    ("[1,2,3]", "[1,5,3]", ["value $[1]"]),
    ("[1,2,3,4]", "[1,9,4]", ["value $[1]", "removed $[2]"]),
    ("[[1],[2]]", "[[2],[1]]", ["order $"]),
    ("[1,1,2]", "[1,2,2]", ["value $[1]"]),
    ("[]", "[1]", ["added $[0]"]),
  ])
  func `the elements of arrays are aligned before the comparison`(
    _ expected: String, _ actual: String, _ differences: [String]
  ) {
    let found = Drift.compare(
      expected: Self.response(expected), actual: Self.response(actual))
    #expect(found.map { "\($0.kind.rawValue) \($0.place)" } == differences)
  }

  private static func response(_ text: String) -> Response {
    Response(.ok, body: Array(text.utf8))
  }
}
