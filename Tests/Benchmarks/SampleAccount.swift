import CosmosEmulator
import Ghostlight
import GhostlightCore
import GhostlightSigning
import HTTPTypes

/// A stage with one Cosmos DB account.
///
/// The container `shop/goods` has documents of 250 bytes in 100 partitions.
struct SampleAccount {
  let sample: SampleStage

  /// Creates an account that accepts signatures of any age.
  init(documents: Int) throws {
    var configuration = CosmosConfiguration()
    configuration.checksDates = false
    sample = try SampleStage(.cosmos(CosmosBackend(configuration)))
    for number in 0..<documents {
      try sample.setUp(
        "document exists",
        [
          "database": "shop", "container": "goods", "partitionKey": "/kind",
          "document": .object(Self.document(number)),
        ])
    }
    try sample.send(read(documents - 1)).succeeded()
  }

  /// Returns a request that reads a document by its id and partition key.
  func read(_ number: Int) -> Request {
    let target = RequestTarget("\(Self.docs)/\(Self.id(number))")
    var request = Request(.get, target, authority: "127.0.0.1:8081")
    request.set("x-ms-documentdb-partitionkey", "[\"\(Self.kind(number))\"]")
    request.set("x-ms-version", "2018-12-31")
    return request.signed(with: .wellKnown, milliseconds: Self.milliseconds)
  }

  /// Returns a query for the one document with a given value.
  func query(_ number: Int) -> Request {
    query(
      "SELECT * FROM c WHERE c.code = @code",
      [["name": "@code", "value": .string("code-\(number)")]])
  }

  /// Returns a query that counts documents with a condition that no index supports.
  func scan() -> Request {
    query("SELECT VALUE COUNT(1) FROM c WHERE CONTAINS(c.title, '101')", [])
  }

  /// Returns the query of a scan: a count, or the first documents in sorted order.
  func scan(_ scan: Scan) -> Request {
    switch scan {
    case .equal: query("SELECT VALUE COUNT(1) FROM c WHERE c.priority != 3", [])
    case .range: query("SELECT VALUE COUNT(1) FROM c WHERE c.priority > 1", [])
    case .firstOfSort:
      query("SELECT TOP 50 * FROM c WHERE c.priority != 3 ORDER BY c.title", [])
    }
  }

  private func query(_ text: String, _ parameters: JSON) -> Request {
    var request = Request.json(
      .post, RequestTarget(Self.docs), ["query": .string(text), "parameters": parameters])
    request.headers[.contentType] = "application/query+json"
    request.set("x-ms-documentdb-isquery", "True")
    request.set("x-ms-documentdb-query-enablecrosspartition", "True")
    return request.signed(with: .wellKnown, milliseconds: Self.milliseconds)
  }

  private static let docs = "/dbs/shop/colls/goods/docs"
  /// The time of all requests: 2019-09-20T10:11:12Z.
  private static let milliseconds: Int64 = 1_568_974_272_000

  private static func id(_ number: Int) -> String { "item-\(1_000_000 + number)" }

  private static func kind(_ number: Int) -> String { "kind-\(number % 100)" }

  private static func document(_ number: Int) -> JSONObject {
    [
      "id": .string(id(number)), "kind": .string(kind(number)),
      "code": .string("code-\(number)"),
      "title": .string("Water the plants in room \(10_000 + number * 7_919 % 89_999)"),
      "notes": "Twice a week; the cactus by the window not at all.",
      "priority": .integer(Int64(number % 10)), "done": .bool(number.isMultiple(of: 2)),
    ]
  }
}

extension Request {
  fileprivate mutating func set(_ name: String, _ value: String) {
    guard let name = HTTPField.Name(name) else { return }
    headers[name] = value
  }
}
