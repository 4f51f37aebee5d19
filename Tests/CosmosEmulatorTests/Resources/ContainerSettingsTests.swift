import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of container definitions (B9, B10).
@Suite struct `Containers of Cosmos DB` {
  @Test(arguments: policies)
  func `a partial indexing policy gets its defaults`(_ given: JSON, _ answered: JSON) {
    var account = CosmosAccount.shop()
    let response = account.send(
      .json(
        .post, "/dbs/shop/colls",
        ["id": "x", "partitionKey": ["paths": ["/pk"], "kind": "Hash"], "indexingPolicy": given]))
    #expect(response.json?["indexingPolicy"] == answered)
  }

  static let policies: [(JSON, JSON)] = [
    (
      [:],
      [
        "indexingMode": "consistent", "automatic": true, "includedPaths": [["path": "/*"]],
        "excludedPaths": [["path": "/\"_etag\"/?"]],
      ]
    ),
    (
      [
        "indexingMode": "Consistent", "excludedPaths": [["path": "/a/*"]],
        "compositeIndexes": [[["path": "/b"]]],
      ],
      [
        "indexingMode": "consistent", "automatic": true, "includedPaths": [["path": "/*"]],
        "excludedPaths": [["path": "/a/*"], ["path": "/\"_etag\"/?"]],
        "compositeIndexes": [[["path": "/b"]]],
      ]
    ),
    (
      ["indexingMode": "none"],
      ["indexingMode": "none", "automatic": false, "includedPaths": [], "excludedPaths": []]
    ),
  ]

  @Test(arguments: [
    (#"/"a/b""#, #"{"id":"d","a/b":"x"}"#),
    (#"/in/"a/b"/c"#, #"{"id":"d","in":{"a/b":{"c":"x"}}}"#),
    (#"/"a b""#, #"{"id":"d","a b":"x"}"#),
  ])
  func `a key path can have quoted names`(_ path: String, _ document: String) throws {
    var account = CosmosAccount.shop()
    account.send(
      .json(
        .post, "/dbs/shop/colls",
        ["id": "x", "partitionKey": ["paths": [.string(path)], "kind": "Hash"]]))
    var request = Request.json(
      .post, "/dbs/shop/colls/x/docs", try JSON.parse(Array(document.utf8)))
    request.headers[.msPartitionKey] = #"["x"]"#
    #expect(account.send(request).status == .created)
  }

  @Test(arguments: [(1, "05C1D78593652C086200"), (2, "3A5381E1114EB8D3FCC90795045B49B7")])
  func `a document is found by the hash of a version`(_ version: Int64, _ place: String) {
    var account = CosmosAccount.shop()
    account.send(
      .json(
        .post, "/dbs/shop/colls",
        [
          "id": "x",
          "partitionKey": ["paths": ["/pk"], "kind": "Hash", "version": .integer(version)],
        ]))
    var create = Request.json(.post, "/dbs/shop/colls/x/docs", ["id": "d", "pk": "a"])
    create.headers[.msPartitionKey] = #"["a"]"#
    account.send(create)
    let range: HTTPFields = [
      .msStartEPK: place.lowercased(), .msEndEPK: place.lowercased() + "ff",
      .aIM: "Incremental feed",
    ]
    let found = account.send(Request(.get, "/dbs/shop/colls/x/docs", headers: range))
    #expect(found.json?["_count"] == 1)
  }

  @Test func `part of a hierarchical key selects a range of documents`() {
    var account = CosmosAccount.shop()
    account.send(
      .json(
        .post, "/dbs/shop/colls",
        [
          "id": "x",
          "partitionKey": ["paths": ["/a", "/b"], "kind": "MultiHash", "version": 2],
        ]))
    for (a, b) in [("a", "b"), ("a", "c"), ("z", "b")] {
      var create = Request.json(
        .post, "/dbs/shop/colls/x/docs", ["id": "d", "a": .string(a), "b": .string(b)])
      create.headers[.msPartitionKey] = "[\"\(a)\",\"\(b)\"]"
      account.send(create)
    }
    let start = "3A5381E1114EB8D3FCC90795045B49B7"
    let found = account.send(
      Request(
        .get, "/dbs/shop/colls/x/docs", headers: [.msStartEPK: start, .msEndEPK: start + "FF"]))
    #expect(found.json?["Documents"]?.array?.map { $0["b"] } == ["b", "c"])
  }
}

/// Tests of permissions and queries in the form in which the vendor's own clients send them (B19,
/// B13).
@Suite struct `Requests of Microsoft's clients` {
  @Test(arguments: ["Read", "read", "All", "all"])
  func `a permission's mode is accepted in any case and returned as sent`(_ mode: String) {
    var account = CosmosAccount.shop()
    let response = account.send(
      .json(
        .post, "/dbs/shop/users/jack/permissions",
        ["id": "x", "permissionMode": .string(mode), "resource": "dbs/shop/colls/other"]))
    #expect(response.status == .created)
    #expect(response.json?["permissionMode"] == .string(mode))
  }

  @Test func `the name of the field etag is in lower case`() {
    var account = CosmosAccount.shop()
    let response = account.send(CosmosAccount.goods(.get, "lamp"))
    #expect(response.headers.first { $0.name == .eTag }?.name.rawName == "etag")
  }

  @Test(arguments: [
    ("SELECT VALUE c.id FROM c WHERE c.kind = 'light'", 200),
    ("SELECT VALUE c.id FROM c WHERE c.price > 1 AND 'light' = c.kind", 200),
    ("SELECT VALUE c.id FROM c WHERE c.kind = 'light' OR c.price = 1", 400),
    ("SELECT VALUE c.id FROM c WHERE c.price = 20", 400),
  ])
  func `a condition on the partition key replaces its field`(_ query: String, _ status: Int) {
    var account = CosmosAccount.shop()
    let response = account.send(CosmosAccount.query(query, key: nil))
    #expect(response.status.code == status)
    if status == 200 { #expect(response.json?["Documents"] == ["lamp"]) }
  }

  @Test func `the order of a single aggregate has no effect`() {
    var account = CosmosAccount.shop()
    let response = account.send(
      CosmosAccount.query("SELECT VALUE AVG(c.price) FROM c ORDER BY c.price"))
    #expect(response.json?["Documents"] == [20])
  }

  @Test func `deleting a partition deletes its documents and no others`() {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.post, body: ["id": "torch", "kind": "light"]))
    account.send(
      CosmosAccount.goods(.post, key: #"["seat"]"#, body: ["id": "chair", "kind": "seat"]))
    let response = account.send(CosmosRouteRow.partition(#"["light"]"#))
    #expect(response.status == .ok)
    #expect(response.body.isEmpty)
    let left = account.send(CosmosAccount.goods(.get, key: nil))
    #expect(left.json?["Documents"]?.array?.map { $0["id"] } == ["chair"])
    let changed = account.send(CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"]))
    #expect(changed.json?["Documents"]?.array?.map { $0["id"] } == ["chair"])
  }

  @Test func `deleting a partition with too little budget deletes nothing`() {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    let answer = account.answer(
      CosmosRouteRow.partition(#"["light"]"#), within: WorkBudget(1))
    #expect(answer.effect == .refused)
    #expect(account.fingerprint == before)
  }

  @Test func `an upsert of a user keeps its permissions`() {
    var account = CosmosAccount.shop()
    var upsert = Request.json(.post, "/dbs/shop/users", ["id": "jack"])
    upsert.headers[.msIsUpsert] = "true"
    #expect(account.send(upsert).status == .ok)
    let kept = account.send(Request(.get, "/dbs/shop/users/jack/permissions"))
    #expect(kept.json?["Permissions"]?.array?.map { $0["id"] } == ["read"])
  }

  @Test(arguments: [
    ("SELECT VALUE udf.tax(c.price) FROM c", "user-defined functions"),
    ("SELECT * FROM c WHERE FullTextContains(c.a, {term: 'x'})", "fuzzy full-text search"),
    ("SELECT VALUE udf.tax FROM udf", nil),
  ])
  func `a query with a feature that is not emulated is refused by its name`(
    _ query: String, _ what: String?
  ) {
    var account = CosmosAccount.shop()
    let response = account.send(CosmosAccount.query(query))
    #expect((response.status.code == 501) == (what != nil))
    if let what {
      #expect(response.json?["message"]?.string?.hasPrefix("Not emulated: \(what).") == true)
    }
  }

  @Test(arguments: ["pre", "post"])
  func `a write with a trigger is refused`(_ kind: String) {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    var create = CosmosAccount.goods(.post, body: ["id": "torch", "kind": "light"])
    create.headers[.init("x-ms-documentdb-\(kind)-trigger-include")!] = "t"
    #expect(account.send(create).status.code == 501)
    #expect(account.fingerprint == before)
  }
}
