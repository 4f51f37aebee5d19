import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Masks` {
  @Test func `a mask of two recordings hides the drift of a third one`() async {
    let first = await SampleClient.recording(of: SampleBackend("run1x"))
    let second = await SampleClient.recording(of: SampleBackend("run2x", milliseconds: 5000))
    #expect(!Drift.compare(first, second).isClean)
    let mask = DriftMask.inferred(from: first, second)
    #expect(Drift.compare(first, second, mask: mask).drifted == [])
    let third = await SampleClient.recording(of: SampleBackend("run3x", milliseconds: 9000))
    #expect(Drift.compare(first, third, mask: mask).drifted == [])
  }

  @Test func `two equal recordings have no drift and give the standard mask`() async {
    let first = await SampleClient.recording(of: SampleBackend("run1x"))
    let second = await SampleClient.recording(of: SampleBackend("run1x"))
    #expect(
      Drift.compare(first, second)
        == DriftReport(expected: "recording", actual: "other recording", compared: 7))
    #expect(DriftMask.inferred(from: first, second) == .standard)
  }

  @Test(arguments: DriftRow.matrix)
  func `a difference between two runs is masked, but not one of the status`(_ row: DriftRow) {
    let mask = DriftMask.inferred(from: row.original, row.response)
    let left = Drift.compare(expected: row.original, actual: row.response, mask: mask)
    #expect(left == (row.difference.kind == .status ? [row.difference] : []))
  }

  @Test(arguments: [
    (
      #"{"a":[{"id":"x","n":1},{"id":"y","n":2}]}"#, #"{"a":[{"id":"z","n":1},{"id":"w","n":2}]}"#,
      "$.a[*].id", DriftMask.Extent.value
    ),
    (#"{"a":["x","y"]}"#, #"{"a":["y","x"]}"#, "$.a", .order),
    (#"{"a":1}"#, "{}", "$.a", .presence),
    (#"{"a":1}"#, #"{"a":null}"#, "$.a", .presence),
    ("[1]", "[1,2]", "$[*]", .presence),
  ])
  func `a mask of an element's place is for all elements of the array`(
    _ first: String, _ second: String, _ place: String, _ extent: DriftMask.Extent
  ) throws {
    let mask = DriftMask.inferred(
      from: Response(.ok, body: Array(first.utf8)), Response(.ok, body: Array(second.utf8)))
    #expect(mask == DriftMask(places: [try JSONPath(place): extent]))
  }

  @Test func `a masked value must be present and have its type`() throws {
    let mask = try DriftMask(values: ["$..date"], presence: ["$.trace"])
    let expected = Response.json(.ok, ["date": 1, "a": ["date": 2], "trace": "x"])
    #expect(
      Drift.compare(
        expected: expected, actual: .json(.ok, ["date": 5, "a": ["date": 6]]), mask: mask) == [])
    let found = Drift.compare(
      expected: expected, actual: .json(.ok, ["date": "5", "a": [:]]), mask: mask)
    #expect(
      found.map(\.description) == [
        #"type at $.date: expected 1, actual "5""#,
        "removed at $.a.date: expected 2, actual none",
      ])
  }

  @Test func `a union of masks has the places and fields of both`() throws {
    let one = try DriftMask(values: ["$.a", "$.b"])
    var two = try DriftMask(values: ["$.c"], presence: ["$.a"])
    two.headers.insert(.eTag)
    let both = one.union(two)
    #expect(
      both.places == [
        try JSONPath("$.a"): .presence, try JSONPath("$.b"): .value, try JSONPath("$.c"): .value,
      ])
    #expect(both.headers == DriftMask.standardHeaders.union([.eTag]))
  }
}
