import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the formula of request charges (B21).
@Suite struct `Request charges of Cosmos DB` {
  /// Microsoft's page on request units has the first and the last row.
  @Test(arguments: [
    ("1", 0, "1"), ("1", 1024, "1"), ("1", 1025, "1.09"), ("1", 12 * 1024, "2"),
    ("1", 100 * 1024, "10"), ("6.67", 1024, "6.67"), ("6.67", 2048, "7.27"),
    ("6.67", 100 * 1024, "66.7"), ("10.67", 2_097_152, "1996.26"),
  ])
  func `a document of 100 KB costs ten times as much as one of 1 KB`(
    _ base: String, _ bytes: Int, _ charge: String
  ) {
    #expect(RequestCharge.ofDocument(base, bytes: bytes) == charge)
  }

  /// The first and the last row but one are recorded.
  @Test(arguments: [
    (0, 0, "2.25"), (1, 1024, "2.25"), (2, 1024, "2.26"), (100, 10_000, "3.72"),
    (1, 4096, "2.4"), (1000, 100_000, "17.16"), (1000, 2_048_000, "67.16"),
  ])
  func `a page of a query costs more with each row and each large document`(
    _ rows: Int, _ bytes: Int, _ charge: String
  ) {
    #expect(RequestCharge.ofQuery(rows: rows, bytes: bytes) == charge)
  }

  @Test func `the charge in the header grows with the document, and a batch is the sum`() {
    var account = CosmosAccount.shop()
    let large: JSON = [
      "id": "large", "kind": "light", "code": "X",
      "text": .string(String(repeating: "a", count: 30_000)),
    ]
    let created = account.send(CosmosAccount.goods(.post, body: large))
    let read = account.send(CosmosAccount.goods(.get, "large"))
    let list = account.send(CosmosAccount.goods(.get))
    let changed = account.send(CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"]))
    let query = account.send(CosmosAccount.query("SELECT * FROM c"))
    #expect(created.headers[.msCharge] == "24.25")
    #expect(read.headers[.msCharge] == "3.63")
    #expect(list.headers[.msCharge] == "3.41")
    #expect(changed.headers[.msCharge] == "3.41")
    #expect(query.headers[.msCharge] == "3.66")
    let batch = CosmosAccount.goods(
      .post,
      body: [
        ["operationType": "Read", "id": "large"], ["operationType": "Read", "id": "lamp"],
        ["operationType": "Delete", "id": "lamp"],
      ], [.msBatchRequest: "True"])
    let response = account.send(batch)
    #expect(response.json?.array?.map { $0["requestCharge"] } == [3.63, 1.0, 6.67])
    #expect(response.headers[.msCharge] == "11.3")
  }
}
