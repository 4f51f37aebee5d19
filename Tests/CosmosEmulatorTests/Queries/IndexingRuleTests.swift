import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the rules of an indexing policy, which a strict account applies (B13.1).
@Suite struct `Indexing policies of Cosmos DB` {
  private static let excluded =
    "The index path corresponding to the specified order-by item is excluded."
  private static let composite =
    "The order by query does not have a corresponding composite index that it can be served from."
  private static let filter =
    "An invalid query has been specified with filters against path(s) excluded from indexing. "
    + "Consider adding allow scan header in the request."

  private static func account(_ policy: JSON, isStrict: Bool = true) -> CosmosAccount {
    var configuration = CosmosConfiguration()
    configuration.isStrict = isStrict
    var account = CosmosAccount.shop(configuration)
    #expect(account.send(CosmosRefusalRow.bare(policy)).status == .created)
    return account
  }

  /// Returns the text of the refusal, or `nil` if the query is served.
  private static func refusal(_ query: String, _ policy: JSON, isStrict: Bool = true) -> String? {
    var account = account(policy, isStrict: isStrict)
    let response = account.send(CosmosRefusalRow.bareQuery(query))
    guard response.status != .ok else { return nil }
    #expect(response.status == .badRequest)
    let parts = response.json?["message"]?.string?.split(separator: "\"") ?? []
    return parts.count > 3 ? String(parts[3]) : "?"
  }

  private static let onlyNames: JSON = [
    "includedPaths": [["path": "/name/?"], ["path": "/sub/*"], ["path": "/\"a b\"/?"]],
    "excludedPaths": [["path": "/*"], ["path": "/sub/deep/*"]],
  ]

  @Test(
    arguments: [
      ("c.name", nil), ("c.name DESC", nil), ("c.sub.x", nil), ("c.sub.x.y", nil), ("c.id", nil),
      ("c._ts", nil), (#"c["a b"]"#, nil), ("c.other", excluded), ("c.name.first", excluded),
      ("c.sub.deep.x", excluded), ("c._etag", excluded), ("c.kind", excluded),
    ] as [(String, String?)])
  func `ORDER BY needs a path that the policy includes`(_ key: String, _ refusal: String?) {
    #expect(Self.refusal("SELECT * FROM c ORDER BY \(key)", Self.onlyNames) == refusal)
    #expect(Self.refusal("SELECT * FROM c ORDER BY \(key)", Self.onlyNames, isStrict: false) == nil)
  }

  @Test(
    arguments: [
      ("c.a, c.b", nil), ("c.a DESC, c.b DESC", nil), ("c.a DESC, c.b", composite),
      ("c.b, c.a", composite), ("c.a, c.b, c.d", composite), ("c.d DESC, c.a", nil),
      ("c.d, c.a DESC", nil), ("c.d, c.a", composite), ("c.a", nil),
    ] as [(String, String?)])
  func `ORDER BY of several keys needs a composite index with their paths and directions`(
    _ keys: String, _ refusal: String?
  ) {
    let policy: JSON = [
      "compositeIndexes": [
        [["path": "/a", "order": "ascending"], ["path": "/b", "order": "ascending"]],
        [["path": "/d"], ["path": "/a", "order": "descending"]],
      ]
    ]
    #expect(Self.refusal("SELECT * FROM c ORDER BY \(keys)", policy) == refusal)
  }

  @Test(
    arguments: [
      ("SELECT * FROM c", nil), ("SELECT VALUE COUNT(1) FROM c", nil), ("SELECT VALUE 1", nil),
      ("SELECT * FROM c WHERE c.id = 'a'", filter), ("SELECT * FROM c ORDER BY c.id", excluded),
    ] as [(String, String?)])
  func `a container without an index serves only queries that need none`(
    _ query: String, _ refusal: String?
  ) {
    #expect(Self.refusal(query, ["indexingMode": "none"]) == refusal)
    #expect(Self.refusal(query, ["indexingMode": "none"], isStrict: false) == nil)
  }

  @Test func `a filter without an index is served if the client permits a scan`() {
    var account = Self.account(["indexingMode": "none"])
    var query = CosmosRefusalRow.bareQuery("SELECT * FROM c WHERE c.n = 1")
    query.headers[.msEnableScan] = "true"
    #expect(account.send(query).status == .ok)
  }

  @Test func `a computed property can be a sort key`() {
    let policy: JSON = ["excludedPaths": [["path": "/*"]], "includedPaths": []]
    var configuration = CosmosConfiguration()
    configuration.isStrict = true
    var account = CosmosAccount.shop(configuration)
    account.send(
      .json(
        .post, "/dbs/shop/colls",
        [
          "id": "bare", "partitionKey": ["paths": ["/kind"]], "indexingPolicy": policy,
          "computedProperties": [["name": "low", "query": "SELECT VALUE LOWER(c.n) FROM c"]],
        ]))
    let ordered = CosmosRefusalRow.bareQuery("SELECT * FROM c ORDER BY c.low")
    #expect(account.send(ordered).status == .ok)
  }

  /// A query whose condition fixes the partition key needs no plan and no `VALUE`.
  @Test(arguments: [
    "SELECT AVG(c.price) AS a FROM c WHERE c.kind = 'light'",
    "SELECT c.kind, AVG(c.price) AS a FROM c WHERE c.kind = 'light' GROUP BY c.kind",
    "SELECT VALUE AVG(c.price) FROM c WHERE c.kind = 'light'",
    "SELECT TOP 1 * FROM c WHERE c.kind = 'light' ORDER BY c.price",
  ])
  func `a strict account serves an aggregate of a single partition`(_ text: String) {
    var configuration = CosmosConfiguration()
    configuration.isStrict = true
    var account = CosmosAccount.shop(configuration)
    for fields in [[:], [.msCrossPartition: "True"]] as [HTTPFields] {
      let response = account.send(CosmosAccount.query(text, key: nil, fields))
      #expect(response.json?["_count"] == 1, "\(response.json?.text() ?? "")")
    }
  }
}
