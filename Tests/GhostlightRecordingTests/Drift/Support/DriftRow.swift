import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

/// One kind of change to a response, with the single difference that a comparison must report.
struct DriftRow: Sendable, CustomTestStringConvertible {
  let name: String
  var response: Response
  let difference: Difference

  var testDescription: String { name }

  init(_ name: String, _ difference: Difference, _ change: (inout Response) -> Void) {
    self.name = name
    self.difference = difference
    var response = name.contains("bytes") ? Self.opaque : Self.original
    change(&response)
    self.response = response
  }

  /// The response before the change.
  var original: Response { name.contains("bytes") ? Self.opaque : Self.original }

  private static let document: JSON = [
    "id": "todo-1", "name": "Water the plants", "priority": 3, "note": nil,
    "tags": ["a", "b", "c"],
    "parts": [["part": 1], ["part": 2]],
  ]

  static let original = Response.json(
    .ok, document, headers: [.contentType: "application/json", .eTag: "\"1\""])

  private static let opaque = Response(
    .ok, headers: [.contentType: "image/png"], body: [0x89, 0x50, 0x4E, 0x47])

  /// One row for each of the twelve kinds of change.
  static let matrix: [DriftRow] = [
    DriftRow(
      "status", Difference(.status, at: .status, expected: 200, actual: 201)
    ) { $0.status = .created },
    DriftRow(
      "header changed",
      Difference(.header, at: .header(.eTag), expected: "\"1\"", actual: "\"2\"")
    ) { $0.headers[.eTag] = "\"2\"" },
    DriftRow(
      "header added",
      Difference(.header, at: .header(.cacheControl), expected: nil, actual: "no-store")
    ) { $0.headers[.cacheControl] = "no-store" },
    DriftRow(
      "header removed",
      Difference(.header, at: .header(.eTag), expected: "\"1\"", actual: nil)
    ) { $0.headers[.eTag] = nil },
    DriftRow(
      "member added",
      Difference(.added, at: .json(path(.member("done"))), expected: nil, actual: true)
    ) { $0.edit { $0["done"] = true } },
    DriftRow(
      "member removed",
      Difference(.removed, at: .json(path(.member("note"))), expected: .null, actual: nil)
    ) { $0.edit { $0["note"] = nil } },
    DriftRow(
      "type", Difference(.type, at: .json(path(.member("priority"))), expected: 3, actual: "3")
    ) { $0.edit { $0["priority"] = "3" } },
    DriftRow(
      "value",
      Difference(
        .value, at: .json(path(.member("parts"), .element(1), .member("part"))), expected: 2,
        actual: 4)
    ) { $0.edit { $0["parts"] = [["part": 1], ["part": 4]] } },
    DriftRow(
      "order",
      Difference(
        .order, at: .json(path(.member("tags"))), expected: ["a", "b", "c"],
        actual: ["c", "a", "b"])
    ) { $0.edit { $0["tags"] = ["c", "a", "b"] } },
    DriftRow(
      "element added",
      Difference(
        .added, at: .json(path(.member("tags"), .element(1))), expected: nil, actual: "x")
    ) { $0.edit { $0["tags"] = ["a", "x", "b", "c"] } },
    DriftRow(
      "element removed",
      Difference(
        .removed, at: .json(path(.member("tags"), .element(0))), expected: "a", actual: nil)
    ) { $0.edit { $0["tags"] = ["b", "c"] } },
    DriftRow(
      "bytes",
      Difference(
        .body, at: .body, expected: #"byte 3: "G""#, actual: #"byte 3: "H""#)
    ) { $0.body[3] = 0x48 },
  ]

  private static func path(_ steps: JSONPath.Step...) -> JSONPath { JSONPath(steps) }
}
