import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the limits of containers and keys, and of tokens for whole containers (B9, B4.2).
@Suite struct `Limits of resources of Cosmos DB` {
  private static func paths(_ count: Int) -> JSON {
    .array((0..<count).map { .string("/p\($0)") })
  }

  private static func composite(_ count: Int) -> JSON {
    .array((0..<count).map { ["path": .string("/p\($0)")] })
  }

  /// Returns the message of the response to a request that creates a container, or its status.
  private static func create(_ members: JSONObject) -> String {
    var account = CosmosAccount.shop()
    var body: JSONObject = ["id": "x", "partitionKey": ["paths": ["/kind"]]]
    for member in members { body[member.key] = member.value }
    let response = account.send(.json(.post, "/dbs/shop/colls", .object(body)))
    guard response.status != .created else { return "201" }
    let parts = response.json?["message"]?.string?.split(separator: "\"") ?? []
    return parts.count > 3 ? String(parts[3]) : "\(response.status.code)"
  }

  @Test(
    arguments: [
      (["uniqueKeyPolicy": ["uniqueKeys": [["paths": paths(16)]]]] as JSONObject, "201"),
      (
        ["uniqueKeyPolicy": ["uniqueKeys": [["paths": paths(17)]]]],
        "There are 17 paths in a unique key: at most 16 are allowed."
      ),
      (
        ["uniqueKeyPolicy": ["uniqueKeys": .array((0..<11).map { _ in ["paths": paths(1)] })]],
        "There are 11 unique keys in a container: at most 10 are allowed."
      ),
      (["indexingPolicy": ["compositeIndexes": [composite(8)]]], "201"),
      (
        ["indexingPolicy": ["compositeIndexes": [composite(9)]]],
        "There are 9 paths in a composite index: at most 8 are allowed."
      ),
      (
        ["indexingPolicy": ["compositeIndexes": .array((0..<101).map { _ in composite(2) })]],
        "There are 101 composite indexes in a container: at most 100 are allowed."
      ),
      (
        ["changeFeedPolicy": ["retentionDuration": -1]],
        "The retentionDuration of the changeFeedPolicy must be a number of minutes."
      ),
      (["changeFeedPolicy": ["retentionDuration": 0]], "201"),
    ] as [(JSONObject, String)])
  func `a container has at most as many paths and keys as the service allows`(
    _ members: JSONObject, _ message: String
  ) {
    #expect(Self.create(members) == message)
  }

  @Test(arguments: ["globalSecondaryIndexDefinition", "materializedViewDefinition"])
  func `a definition that copies documents is refused by name`(_ member: String) {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    let body: JSON = .object([
      "id": "x", "partitionKey": ["paths": ["/kind"]], member: ["definition": "SELECT 1"],
    ])
    let response = account.send(.json(.post, "/dbs/shop/colls", body))
    #expect(response.status.code == 501)
    #expect(response.json?["message"]?.string?.contains("(\(member))") == true)
    #expect(account.fingerprint == before)
  }

  @Test(arguments: [
    ("/dbs", 254, 255), ("/dbs/shop/colls", 254, 255), ("/dbs/shop/colls/goods/docs", 1023, 1024),
  ])
  func `a name that is too long is refused with the service's limit`(
    _ path: String, _ most: Int, _ limit: Int
  ) {
    var account = CosmosAccount.shop()
    for (count, status) in [(most, 201), (most + 1, 400)] {
      let name = String(repeating: "n", count: count)
      let body: JSON = [
        "id": .string(name), "kind": "light", "partitionKey": ["paths": ["/kind"]],
      ]
      let response = account.send(
        .json(.post, RequestTarget(path), body, headers: [.msPartitionKey: #"["light"]"#]))
      #expect(response.status.code == status)
      guard status == 400 else { continue }
      #expect(
        response.json?["message"]?.string?.contains(
          "The input name '\(name)' is invalid. Ensure to provide a unique non-empty string less "
            + "than '\(limit)' characters.") == true)
    }
  }

  @Test func `a partition key has at most 2,048 bytes`() {
    var account = CosmosAccount.shop()
    for (count, status) in [(1024, 201), (1025, 400)] {
      let key = String(repeating: "ab", count: count)
      let document: JSON = ["id": "x", "kind": .string(key)]
      let header = JSON.array([.string(key)]).text()
      let response = account.send(CosmosAccount.goods(.post, key: header, body: document))
      #expect(response.status.code == status)
    }
  }

  @Test(
    arguments: [
      (.all, .null, 204), (.read, .null, 403), (.all, "light", 403),
    ] as [(CosmosResourceToken.Mode, JSON, Int)])
  func `a token of mode All for a whole container deletes it`(
    _ mode: CosmosResourceToken.Mode, _ key: JSON, _ status: Int
  ) {
    var account = CosmosAccount.shop()
    let token = CosmosResourceToken(
      expiry: 1_568_977_872, mode: mode, partitionKey: key, resource: "dbs/shop/colls/goods"
    ).text(signedWith: .wellKnown)
    let fields: HTTPFields = [.authorization: PercentEncoding.encode(token)]
    let path: RequestTarget = "/dbs/shop/colls/goods"
    let definition: JSON = ["id": "goods", "partitionKey": ["paths": ["/kind"]]]
    #expect(account.send(.json(.put, path, definition, headers: fields)).status == .forbidden)
    #expect(account.send(Request(.delete, path, headers: fields)).status.code == status)
    #expect(account.send(Request(.delete, "/dbs/shop", headers: fields)).status == .forbidden)
  }
}
