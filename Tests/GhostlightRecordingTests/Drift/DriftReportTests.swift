import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Drift reports` {
  private static let first = Recording(
    [
      RecordedExchange(Request(.get, "/a"), .json(.ok, ["n": 1])),
      RecordedExchange(Request(.get, "/b"), Response(.ok)),
      RecordedExchange(Request(.get, "/c"), Response(.ok)),
    ], comment: "first")

  private static let second = Recording(
    [
      RecordedExchange(Request(.get, "/a"), .json(.ok, ["n": 2])),
      RecordedExchange(Request(.get, "/x"), Response(.gone)),
    ], comment: "second")

  @Test func `two recordings are compared exchange by exchange`() {
    let report = Drift.compare(Self.first, Self.second)
    #expect(
      report.description == """
        second against first: 3 exchanges compared, 3 drifted
        1. GET /a
           value at $.n: expected 1, actual 2
        2. GET /b
           value at exchange: expected "GET /b", actual "GET /x"
        3. GET /c
           removed at exchange: expected "GET /c", actual none
        """)
    let back = Drift.compare(Self.second, Self.first)
    #expect(
      back.drifted.map { $0.differences.map(\.mirrored) } == report.drifted.map(\.differences))
  }

  @Test func `the JSON form of a drift report has every difference`() {
    let report = Drift.compare(Self.first, Self.second)
    let drifted: JSON = [
      [
        "exchange": 1, "method": "GET", "target": "/a",
        "differences": [["kind": "value", "place": "$.n", "expected": 1, "actual": 2]],
      ],
      [
        "exchange": 2, "method": "GET", "target": "/b",
        "differences": [
          ["kind": "value", "place": "exchange", "expected": "GET /b", "actual": "GET /x"]
        ],
      ],
      [
        "exchange": 3, "method": "GET", "target": "/c",
        "differences": [["kind": "removed", "place": "exchange", "expected": "GET /c"]],
      ],
    ]
    #expect(
      report.json == [
        "expected": "first", "actual": "second", "compared": 3, "followed": 0, "drifted": drifted,
      ])
  }

  @Test func `a report without drift is one line`() {
    #expect(
      DriftReport(expected: "a", actual: "b", compared: 2, followed: 1).description
        == "b against a: 2 exchanges compared, 0 drifted, 1 issued value followed")
  }
}
