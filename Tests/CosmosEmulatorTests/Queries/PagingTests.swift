import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the pages of lists and queries (B12, B13).
@Suite struct `Pages of feeds and queries` {
  /// Creates a container with 23 documents in two partitions, after deleting some other documents.
  static func account() -> CosmosAccount {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.delete, "lamp"))
    for number in 1...25 {
      let kind: JSON = number.isMultiple(of: 2) ? "light" : "dark"
      account.send(
        CosmosAccount.goods(
          .post, key: JSON.array([kind]).text(),
          body: [
            "id": .string("d\(number)"), "kind": kind, "n": .integer(Int64(number % 4)),
            "tags": ["a", "b"], "code": .integer(Int64(number)),
          ]))
    }
    account.send(CosmosAccount.goods(.delete, "d4"))
    account.send(CosmosAccount.goods(.delete, "d20"))
    return account
  }

  private func walk(_ first: Request, _ account: inout CosmosAccount) throws -> [[JSON]] {
    var request = first
    var pages: [[JSON]] = []
    while pages.count < 100 {
      let response = account.send(request)
      #expect(response.status == .ok)
      #expect(response.headers[.eTag] == nil)
      let page = try #require(response.json?["Documents"]?.array)
      pages.append(page)
      #expect(response.headers[.msItemCount] == String(page.count))
      guard let token = response.headers[.msContinuation] else { return pages }
      request.headers[.msContinuation] = token
    }
    return pages
  }

  @Test(arguments: [1, 2, 5, 22, 23, 24, -1])
  func `the pages of a feed together are the whole feed`(_ size: Int) throws {
    var account = Self.account()
    let whole = try walk(CosmosAccount.goods(.get, key: nil), &account).flatMap(\.self)
    #expect(whole.count == 23)
    let pages = try walk(
      CosmosAccount.goods(.get, key: nil, [.msMaxItems: String(size)]), &account)
    #expect(pages.flatMap(\.self) == whole)
    if size > 0 { #expect(pages.allSatisfy { $0.count <= size }) }
  }

  @Test(arguments: [
    "SELECT * FROM c", "SELECT VALUE c.id FROM c WHERE c.n > 1", "SELECT VALUE t FROM t IN c.tags",
    "SELECT c.id FROM c ORDER BY c.n", "SELECT c.id FROM c ORDER BY c.n DESC, c.id",
    "SELECT c.id, t FROM c JOIN t IN c.tags ORDER BY c.n", "SELECT DISTINCT VALUE c.n FROM c",
    "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n", "SELECT TOP 7 c.id FROM c",
    "SELECT c.id FROM c ORDER BY c.id OFFSET 3 LIMIT 9",
    "SELECT VALUE s FROM (SELECT DISTINCT VALUE c.n FROM c) AS s",
    "SELECT s.k FROM (SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n) AS s",
  ])
  func `the pages of a query together are the whole result`(_ text: String) throws {
    var account = Self.account()
    let query = CosmosAccount.query(text, key: nil, [.msCrossPartition: "True"])
    let whole = try walk(query, &account).flatMap(\.self)
    for size in 1...6 {
      var paged = query
      paged.headers[.msMaxItems] = String(size)
      let pages = try walk(paged, &account)
      #expect(pages.flatMap(\.self) == whole)
      #expect(pages.dropLast().allSatisfy { $0.count == size })
    }
  }

  @Test(arguments: ["SELECT VALUE c.id FROM c", "SELECT VALUE c.id FROM c ORDER BY c.n"])
  func `a token stays valid while documents are added and deleted`(_ text: String) throws {
    var account = Self.account()
    var query = CosmosAccount.query(text, key: #"["dark"]"#, [.msMaxItems: "3"])
    let whole = try walk(query, &account).flatMap(\.self).map { $0.string ?? "" }
    let first = account.send(query)
    query.headers[.msContinuation] = first.headers[.msContinuation]
    account.send(CosmosAccount.goods(.delete, whole[0], key: #"["dark"]"#))
    account.send(CosmosAccount.goods(.delete, whole[3], key: #"["dark"]"#))
    let rest = try walk(query, &account).flatMap(\.self).map { $0.string ?? "" }
    #expect(rest == Array(whole[4...]))
  }

  @Test func `a feed of one partition contains only its documents`() throws {
    var account = Self.account()
    let ids = try walk(CosmosAccount.goods(.get, key: #"["light"]"#), &account)
      .flatMap(\.self).map { $0["kind"] }
    #expect(ids == Array(repeating: "light", count: 10))
  }

  @Test func `a range with a single hash contains one partition`() throws {
    var account = Self.account()
    let key = try #require(PartitionKey(header: #"["light"]"#))
    let start = EffectivePartitionKey.text(of: key, by: .first)
    let fields: HTTPFields = [.msStartEPK: start, .msEndEPK: start + "0"]
    let documents = try walk(CosmosAccount.goods(.get, key: nil, fields), &account)
      .flatMap(\.self)
    #expect(documents.map { $0["kind"] } == Array(repeating: "light", count: 10))
  }

  @Test(arguments: ["x", "-RID:~!!#RT:1#TRC:1#SKP:0", "-RID:~a#RT:1#TRC:1#SKP:0", "{}", "[1]"])
  func `an invalid continuation token is refused`(_ token: String) {
    var account = Self.account()
    let fields: HTTPFields = [.msContinuation: token]
    let requests = [
      CosmosAccount.goods(.get, body: nil, fields),
      CosmosAccount.query("SELECT * FROM c", nil, fields),
      Request(.get, "/dbs", headers: fields),
    ]
    for request in requests { #expect(account.send(request).status == .badRequest) }
  }

  @Test func `a continuation token of the service's own form starts over`() throws {
    var account = Self.account()
    let fields: HTTPFields = [
      .msMaxItems: "2", .msContinuation: "-RID:~a0NPAOszCpOChB4AAAAAAA==#RT:1#TRC:2#ISV:2#QCF:8",
    ]
    let query = "SELECT VALUE c.id FROM c"
    let first = account.send(CosmosAccount.query(query, nil, [.msMaxItems: "2"]))
    #expect(first.json?["_count"] == 2)
    let foreign = account.send(CosmosAccount.query(query, nil, fields))
    #expect(foreign.json?["Documents"] == first.json?["Documents"])
  }

  @Test(arguments: [
    ("SELECT VALUE COUNT(1) FROM c", 0), ("SELECT COUNT(1) AS n FROM c", 0),
    ("SELECT VALUE COUNT(1) FROM c WHERE c.kind = 'light'", 1),
    ("SELECT VALUE COUNT(c.kind) FROM c", 1), ("SELECT VALUE MAX(c.kind) FROM c", 1),
  ])
  func `a query served by the index reads no document`(_ query: String, _ count: Int) {
    var account = Self.account()
    let fields: HTTPFields = [.msPopulateQueryMetrics: "true"]
    let metrics = account.send(CosmosAccount.query(query, nil, fields)).headers[.msQueryMetrics]
    let found = metrics?.split(separator: ";").filter { $0.hasPrefix("retrievedDocumentCount=") }
    #expect(found == ["retrievedDocumentCount=\(count)"])
  }

  @Test func `a continuation token of a different query, feed or container starts over`() throws {
    var account = Self.account()
    account.send(
      .json(
        .post, "/dbs/shop/colls",
        ["id": "other", "partitionKey": ["paths": ["/kind"], "kind": "Hash"]]))
    let two: HTTPFields = [.msMaxItems: "2"]
    let first = account.send(CosmosAccount.query("SELECT VALUE c.id FROM c", nil, two))
    let token = try #require(first.headers[.msContinuation])
    var fields = two
    fields[.msContinuation] = token
    let again = account.send(CosmosAccount.query("SELECT VALUE c.id FROM c", nil, fields))
    #expect(again.json?["Documents"] != first.json?["Documents"])
    let changed = account.send(CosmosAccount.query("SELECT VALUE c.id  FROM c", nil, fields))
    #expect(changed.json?["Documents"] == first.json?["Documents"])
    let feed = account.send(CosmosAccount.goods(.get, body: nil, fields))
    #expect(
      feed.json?["Documents"]
        == account.send(CosmosAccount.goods(.get, body: nil, two)).json?["Documents"])
    var elsewhere = CosmosAccount.query("SELECT VALUE c.id FROM c", nil, fields)
    elsewhere.target = "/dbs/shop/colls/other/docs"
    #expect(account.send(elsewhere).json?["_count"] == 0)
  }

  @Test(arguments: ["0", "-2", "x", ""])
  func `an invalid page size of a feed is refused`(_ size: String) {
    var account = Self.account()
    let response = account.send(
      CosmosAccount.goods(.get, key: nil, [.msMaxItems: size]))
    #expect(response.status == .badRequest)
  }
}
