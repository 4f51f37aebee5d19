import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import TestSupport
import Testing

@testable import CosmosEmulator

@Suite struct `The whole state of Cosmos DB` {
  /// Returns the settings of the configuration, and values that follow from others.
  ///
  /// The indexes of a container also depend on documents that were deleted.
  private static func isIgnored(_ property: String) -> Bool {
    ["CosmosState.configuration", "Container.indexedPaths"].contains(property)
  }

  private static func properties(_ backends: CosmosBackend...) -> StateProperties {
    StateProperties(of: backends.map(\.state), ignoring: isIgnored)
  }

  /// Returns an account with at least two different values of each property.
  static func account() throws -> CosmosAccount {
    var account = CosmosAccount.shop()
    account.wait(seconds: 1)
    for document in [
      ["id": "torch", "kind": "light", "code": "T1", "size": ["w": 1]],
      ["id": "sofa", "kind": "seat", "code": "S1", "ttl": 500],
    ] as [JSON] {
      var request = CosmosAccount.goods(.post, body: document)
      request.headers[.msPartitionKey] = JSON.array([document["kind"] ?? .null]).text()
      #expect(account.send(request).status == .created)
    }
    #expect(account.send(CosmosAccount.goods(.delete, "lamp")).status == .noContent)
    account.wait(seconds: 1)
    var create = Request.json(.post, "/dbs", ["id": "office"])
    create.headers[.msAutopilot] =
      #"{"maxThroughput":4000,"autoUpgradePolicy":{"throughputPolicy":{"incrementPercent":10}}}"#
    account.send(create)
    var container = Request.json(
      .post, "/dbs/office/colls",
      [
        "id": "plans", "partitionKey": ["paths": ["/a", "/b"], "kind": "MultiHash"],
        "indexingPolicy": ["indexingMode": "none"],
        "vectorEmbeddingPolicy": ["vectorEmbeddings": [["path": "/v"]]],
        "fullTextPolicy": ["defaultLanguage": "de-DE", "fullTextPaths": [["path": "/t"]]],
        "computedProperties": [
          ["name": "low", "query": "SELECT VALUE LOWER(c.n) FROM c"],
          ["name": "up", "query": "SELECT VALUE UPPER(d.m) FROM d"],
        ],
      ])
    container.headers[.msThroughput] = "20000"
    #expect(account.send(container).status == .created)
    container = .json(.post, "/dbs/office/colls", ["id": "old"])
    container.headers[.msOfferType] = "S2"
    container.headers[.msVersion] = "2017-02-22"
    #expect(account.send(container).status == .created)
    container = .json(
      .post, "/dbs/office/colls",
      ["id": "v1", "partitionKey": ["paths": ["/k"], "kind": "Hash", "version": 1]])
    #expect(account.send(container).status == .created)
    for (name, ids) in [("kept", ["gone", "first", "second"]), ("short", ["only"])] {
      container = .json(
        .post, "/dbs/office/colls",
        [
          "id": .string(name), "partitionKey": ["paths": ["/k"]], "defaultTtl": -1,
          "changeFeedPolicy": ["retentionDuration": 1],
        ])
      #expect(account.send(container).status == .created)
      for id in ids {
        account.wait(seconds: 40)
        let body: JSON = ["id": .string(id), "k": 1, "ttl": .integer(id == "first" ? 10 : 100)]
        let target = RequestTarget("/dbs/office/colls/\(name)/docs")
        let document = Request.json(.post, target, body, headers: [.msPartitionKey: "[1]"])
        #expect(account.send(document).status == .created)
      }
    }
    account.wait(seconds: 1)
    let offers = account.send(Request(.get, "/offers")).json?["Offers"]?.array ?? []
    for (position, units) in [(0, 500), (1, 600), (3, 30000)] {
      let id = offers[position]["id"]?.string ?? ""
      let body: JSON = ["content": ["offerThroughput": .integer(Int64(units))]]
      #expect(account.send(CosmosAccount.offer(id, body)).status == .ok)
      account.wait(seconds: 1)
    }
    for (user, permissions) in [("anna", 2), ("bert", 1)] {
      account.wait(seconds: 1)
      account.send(.json(.post, "/dbs/office/users", ["id": .string(user)]))
      for number in 0..<permissions {
        let body: JSON = [
          "id": .string("p\(number)"), "permissionMode": number == 0 ? "all" : "Read",
          "resource": .string("dbs/office/colls/c\(number)"),
        ]
        let target = RequestTarget("/dbs/office/users/\(user)/permissions")
        #expect(account.send(.json(.post, target, body)).status == .created)
      }
    }
    account.send(Request(.delete, "/dbs/office/users/anna/permissions/p0"))
    account.send(.json(.post, "/dbs/office/users", ["id": "gone"]))
    account.send(Request(.delete, "/dbs/office/users/gone"))
    account.send(.json(.post, "/dbs", ["id": "gone"]))
    account.send(Request(.delete, "/dbs/gone"))
    return account
  }

  @Test func `a snapshot restores each stored property`() throws {
    let account = try Self.account()
    var restored = CosmosBackend()
    try restored.restore(try JSON.parse(account.fingerprint))
    #expect(Self.properties(account.backend).differences(from: Self.properties(restored)) == [])
    #expect(restored.snapshot.text() == account.fingerprint)
  }

  @Test func `each stored property has two values in the account of these tests`() throws {
    let constants = Self.properties(CosmosBackend(), try Self.account().backend).constants
    #expect(constants == [], "\(constants)")
    let names = Mirror(reflecting: CosmosBackend()).children.compactMap(\.label)
    #expect(names == ["state", "date", "containerFields"])
  }

  @Test func `a reset restores each stored property of a new account`() throws {
    var account = try Self.account()
    try account.backend.restore(CosmosBackend().snapshot)
    let differences = Self.properties(CosmosBackend())
      .differences(from: Self.properties(account.backend))
    #expect(differences == [], "\(differences)")
  }

  @Test(arguments: CosmosRouteRow.all)
  func `only a request with the effect changed changes a stored property`(
    _ row: CosmosRouteRow
  ) throws {
    let before = CosmosAccount.shop()
    var after = before
    let answer = after.answer(row.request)
    guard answer.effect != .changed else { return }
    #expect(
      Self.properties(before.backend).differences(from: Self.properties(after.backend)) == [])
  }

  /// The path of a resource, the request that replaces it, and the status of the replacement.
  private static let replacements: [(path: String, request: Request)] = {
    let container: JSON = [
      "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"],
      "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": -1,
    ]
    let permission: JSON = [
      "id": "read", "permissionMode": "Read", "resource": "dbs/shop/colls/goods",
    ]
    func upsert(_ target: RequestTarget, _ body: JSON) -> Request {
      var request = Request.json(.post, target, body)
      request.headers[.msIsUpsert] = "True"
      return request
    }
    let lamp: JSON = ["id": "lamp", "kind": "light", "price": 20, "code": "L1"]
    let goods = "/dbs/shop/colls/goods"
    return [
      (goods, .json(.put, RequestTarget(goods), container)),
      ("/dbs/shop/users/jack", .json(.put, "/dbs/shop/users/jack", ["id": "jack"])),
      ("/dbs/shop/users/jack", upsert("/dbs/shop/users", ["id": "jack"])),
      (
        "/dbs/shop/users/jack/permissions/read",
        .json(.put, "/dbs/shop/users/jack/permissions/read", permission)
      ),
      (
        "/dbs/shop/users/jack/permissions/read",
        upsert("/dbs/shop/users/jack/permissions", permission)
      ),
      ("\(goods)/docs/lamp", CosmosAccount.goods(.put, "lamp", body: lamp)),
      ("\(goods)/docs/lamp", CosmosAccount.goods(.post, body: lamp, [.msIsUpsert: "True"])),
      (
        "\(goods)/docs/lamp",
        CosmosAccount.goods(
          .patch, "lamp", body: ["operations": [["op": "set", "path": "/price", "value": 20]]])
      ),
      (
        "\(goods)/docs/lamp",
        CosmosAccount.goods(
          .post,
          body: [["operationType": "Replace", "id": "lamp", "resourceBody": lamp]],
          [.msBatchRequest: "True"])
      ),
    ]
      + [0, 1].map { position in
        var account = CosmosAccount.shop()
        let offers = account.send(Request(.get, "/offers")).json?["Offers"]
        let id = offers?[position]?["id"]?.string ?? ""
        return (
          "/offers/\(id)", CosmosAccount.offer(id, ["content": ["offerThroughput": 400]])
        )
      }
  }()

  @Test(arguments: replacements.indices)
  func `each replacement gives the resource a new entity tag and time, and nothing else`(
    _ position: Int
  ) throws {
    let (path, request) = Self.replacements[position]
    var account = CosmosAccount.shop()
    var read = Request(.get, RequestTarget(path))
    if path.contains("/docs/") { read.headers[.msPartitionKey] = #"["light"]"# }
    let others = try Self.others(of: path, &account)
    var seen: [JSONObject] = [try #require(account.send(read).json?.object)]
    for _ in 0..<2 {
      account.wait(seconds: 7)
      #expect(account.send(request).status == .ok)
      seen.append(try #require(account.send(read).json?.object))
    }
    #expect(Set(seen.map { $0["_etag"]?.string }).count == 3)
    #expect(seen.map { ($0["_ts"]?.integer ?? 0) - 1_568_974_272 } == [0, 7, 14])
    for name in ["_etag", "_ts", "_token"] {
      for position in seen.indices { seen[position][name] = nil }
    }
    // The restriction to a partition is replaced as well, and the new body has none.
    seen[0]["resourcePartitionKey"] = nil
    #expect(seen[1] == seen[0])
    #expect(seen[2] == seen[0])
    #expect(try Self.others(of: path, &account) == others)
  }

  /// Returns the entity tags of all resources of the account except the one with this path.
  private static func others(
    of path: String, _ account: inout CosmosAccount
  ) throws -> [String: String] {
    var tags: [String: String] = [:]
    for feed in [
      "/dbs", "/dbs/shop/colls", "/dbs/shop/users", "/dbs/shop/users/jack/permissions", "/offers",
      "/dbs/shop/colls/goods/docs",
    ] {
      let json = account.send(Request(.get, RequestTarget(feed))).json?.object
      for element in json?.members.compactMap(\.value.array).first ?? [] {
        let id = element["id"]?.string ?? ""
        // An offer that was never replaced has the tag of its container.
        if path.hasSuffix("/\(id)") || feed == "/offers" && path.hasSuffix("/goods") { continue }
        tags["\(feed)/\(id)"] = element["_etag"]?.string
      }
    }
    return tags
  }

  @Test func `a deleted resource is not found, and a new one of the name starts again`() throws {
    for path in [
      "/dbs/shop/users/jack/permissions/read", "/dbs/shop/users/jack",
      "/dbs/shop/colls/goods/docs/lamp", "/dbs/shop/colls/goods", "/dbs/shop",
    ] {
      var account = CosmosAccount.shop()
      var request = Request(.get, RequestTarget(path))
      if path.contains("/docs/") { request.headers[.msPartitionKey] = #"["light"]"# }
      let old = try #require(account.send(request).json)
      request.method = .delete
      #expect(account.send(request).status == .noContent)
      #expect(account.send(request).status == .notFound)
      request.method = .get
      #expect(account.send(request).status == .notFound)
      let body: JSON = [
        "id": old["id"] ?? .null, "kind": "light", "permissionMode": "All",
        "resource": "dbs/shop/colls/goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"],
      ]
      let feed = RequestTarget(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      var create = Request.json(.post, feed, body)
      create.headers[.msPartitionKey] = request.headers[.msPartitionKey]
      #expect(account.send(create).status == .created, "\(path)")
      let new = try #require(account.send(request).json)
      #expect(new["_rid"] != old["_rid"])
      #expect(new["_etag"] != old["_etag"])
      if path == "/dbs/shop/users/jack" {
        let list = account.send(Request(.get, "/dbs/shop/users/jack/permissions"))
        #expect(list.json?["Permissions"] == [])
      }
    }
  }
}
