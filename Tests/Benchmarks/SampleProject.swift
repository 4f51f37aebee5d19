import Ghostlight
import GhostlightCore
import HTTPTypes
import MiaEmulator

/// A stage with one Mia-Platform project; documents of `/v2/goods` and `/goods` have 250 bytes
/// each.
struct SampleProject {
  let sample: SampleStage
  /// The ids of the documents in `/v2/goods`, in creation order.
  private(set) var ids: [String] = []

  /// Creates a project; in `/v2/goods`, the field `code` has an index and `label` has none.
  init(documents: Int) throws {
    sample = try SampleStage(.mia())
    try sample.setUp("collection exists", ["definition": Self.definition])
    for start in stride(from: 0, to: documents, by: 1000) {
      let chunk = JSON.array((start..<start + 1000).map { .object(Self.document($0)) })
      let answer = sample.send(Self.request(.json(.post, "/v2/goods/bulk", chunk)))
      ids += answer.json?.array?.compactMap { $0["_id"]?.string } ?? []
      try sample.send(Self.request(.json(.post, "/goods/bulk", chunk))).succeeded()
    }
    guard ids.count == documents else {
      throw BenchmarkError("\(ids.count) of \(documents) documents were made")
    }
  }

  /// Returns a request for the one document whose field has a given value.
  func list(_ field: String, _ number: Int) -> Request {
    let filter = PercentEncoding.encode(#"{"\#(field)":"\#(field)-\#(number)"}"#)
    return Self.request(Request(.get, RequestTarget("/v2/goods/?_q=\(filter)")))
  }

  /// Returns a request for the documents whose title matches a regular expression with this number.
  func search(_ number: Int) -> Request {
    let filter = PercentEncoding.encode(#"{"title":{"$regex":"room [0-9]*\#(number)$"}}"#)
    return Self.request(Request(.get, RequestTarget("/v2/goods/?_q=\(filter)")))
  }

  /// Returns a request that inserts a document into `/v2/goods`.
  func insert(_ number: Int) -> Request {
    Self.request(.json(.post, "/v2/goods/", .object(Self.document(number))))
  }

  /// Returns a request that changes two fields of a document in `/v2/goods`.
  func patch(_ number: Int) -> Request {
    let commands: JSON = ["$set": ["title": "Changed"], "$inc": ["priority": 1]]
    return Self.request(.json(.patch, RequestTarget("/v2/goods/\(ids[number])"), commands))
  }

  /// Returns a request for the one item in `/goods` whose label has this number.
  func items(_ number: Int) -> Request {
    let filter = PercentEncoding.encode(#"{"label":"label-\#(number)"}"#)
    return Self.request(Request(.get, RequestTarget("/goods/?\(filter)")))
  }

  /// Returns a request that makes the CRUD service scan the documents in `/v2/goods`.
  func scan(_ scan: Scan) -> Request {
    let query =
      switch scan {
      case .equal: "_q=" + PercentEncoding.encode(#"{"title":"nothing"}"#)
      case .range:
        "_q=" + PercentEncoding.encode(#"{"title":{"$gt":"\#(Scan.lateTitle)"}}"#)
      case .firstOfSort: "_s=title&_l=50"
      }
    return Self.request(Request(.get, RequestTarget("/v2/goods/?\(query)")))
  }

  /// Returns a request that makes the service scan the items in `/goods`.
  func itemScan(_ scan: Scan) -> Request {
    let filter =
      switch scan {
      case .equal: #"{"title":"nothing"}"#
      case .range: #"{"title":{"$gt":"\#(Scan.lateTitle)"}}"#
      case .firstOfSort: #"{"$sort":{"title":1},"$limit":50}"#
      }
    let query = PercentEncoding.encode(filter)
    return Self.request(Request(.get, RequestTarget("/goods/?\(query)")))
  }

  private static func request(_ request: Request) -> Request {
    var request = request
    request.authority = "127.0.0.1:4402"
    if let name = HTTPField.Name("secret") { request.headers[name] = "s3cr3t" }
    return request
  }

  private static let definition: JSON = [
    "name": "goods", "endpointBasePath": "/goods", "defaultState": "PUBLIC",
    "fields": [
      ["name": "code", "type": "string"], ["name": "label", "type": "string"],
      ["name": "title", "type": "string"], ["name": "notes", "type": "string"],
      ["name": "priority", "type": "number"], ["name": "done", "type": "boolean"],
    ],
    "indexes": [
      ["name": "code", "type": "normal", "fields": [["name": "code", "order": 1]]]
    ],
  ]

  private static func document(_ number: Int) -> JSONObject {
    [
      "code": .string("code-\(number)"), "label": .string("label-\(number)"),
      "title": .string("Water the plants in room \(10_000 + number * 7_919 % 89_999)"),
      "notes": "Twice a week; the cactus by the window not at all.",
      "priority": .integer(Int64(number % 10)), "done": .bool(number.isMultiple(of: 2)),
    ]
  }
}
