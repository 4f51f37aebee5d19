import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// A request that is refused, with the expected refusal.
struct CosmosRefusalRow: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let request: Request
  let isStrict: Bool
  /// The request that changes the account before the refused one.
  let preparation: Request?

  init(
    _ fault: Fault, _ request: Request, isStrict: Bool = false, given preparation: Request? = nil
  ) {
    self.fault = fault
    self.request = request
    self.isStrict = isStrict
    self.preparation = preparation
  }

  /// Returns the account in which the request is refused.
  func account() -> CosmosAccount {
    var configuration = CosmosConfiguration()
    configuration.isStrict = isStrict
    var account = CosmosAccount.shop(configuration)
    if let preparation { account.send(preparation) }
    return account
  }

  var testDescription: String { fault.name }

  private static let lamp: JSON = ["id": "lamp", "kind": "light"]

  private static func raw(_ method: HTTPRequest.Method, _ target: RequestTarget) -> Request {
    Request(method, target)
  }

  private static func lamp(
    _ method: HTTPRequest.Method, _ body: JSON? = nil, _ fields: HTTPFields = [:]
  ) -> Request {
    CosmosAccount.goods(method, "lamp", body: body, fields)
  }

  private static func create(_ body: JSON, key: String? = #"["light"]"#) -> Request {
    CosmosAccount.goods(.post, key: key, body: body)
  }

  private static func across(_ text: String) -> Request {
    CosmosAccount.query(text, key: nil, [.msCrossPartition: "True"])
  }

  private static func plan(_ text: String) -> Request {
    CosmosAccount.query(text, nil, [.msPlanRequest: "True", .msQueryFeatures: "Aggregate"])
  }

  private static func databases(_ text: String) -> Request {
    var request = Request.json(.post, "/dbs", ["query": .string(text)])
    request.headers[.contentType] = "application/query+json"
    request.headers[.msIsQuery] = "True"
    return request
  }

  private static func authorized(_ value: String) -> Request {
    lamp(.get, nil, [.authorization: value, .msDate: "Fri, 20 Sep 2019 10:11:12 GMT"])
  }

  /// Returns a request that creates the container `bare` with an indexing policy.
  static func bare(_ policy: JSON) -> Request {
    .json(
      .post, "/dbs/shop/colls",
      ["id": "bare", "partitionKey": ["paths": ["/kind"]], "indexingPolicy": policy])
  }

  /// Returns a query over a partition of the container `bare`.
  static func bareQuery(_ text: String) -> Request {
    var request = CosmosAccount.query(text)
    request.target = "/dbs/shop/colls/bare/docs"
    return request
  }

  private static func throughput(_ units: String) -> Request {
    var request = Request.json(.post, "/dbs", ["id": "d"])
    request.headers[.msThroughput] = units
    return request
  }

  static let all: [CosmosRefusalRow] = [
    CosmosRefusalRow(.badURL, raw(.get, "/nothing")),
    CosmosRefusalRow(.badPayload, create("text")),
    CosmosRefusalRow(.missingID, create(["kind": "light"])),
    CosmosRefusalRow(.keyMismatch, create(["id": "x", "kind": "dark"])),
    CosmosRefusalRow(.keyTooShort, create(lamp, key: nil)),
    CosmosRefusalRow(.badKey, create(lamp, key: "light")),
    CosmosRefusalRow(.badName, create(["id": "a/b", "kind": "light"])),
    CosmosRefusalRow(
      .longName, create(["id": .string(String(repeating: "a", count: 1024)), "kind": "light"])),
    CosmosRefusalRow(.badPageSize, CosmosAccount.goods(.get, key: nil, [.msMaxItems: "abc"])),
    CosmosRefusalRow(.badContinuation, CosmosAccount.goods(.get, key: nil, [.msContinuation: "x"])),
    CosmosRefusalRow(.badQuery, CosmosAccount.query("SELECT FROM c")),
    CosmosRefusalRow(.divisionByZero, CosmosAccount.query("SELECT 1 / 0 FROM c")),
    CosmosRefusalRow(
      .correlatedOrder, CosmosAccount.query("SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY t")),
    CosmosRefusalRow(.orderOfResources, databases("SELECT * FROM d ORDER BY d.id")),
    CosmosRefusalRow(.composedAggregates, plan("SELECT VALUE COUNT(1) + 1 FROM c")),
    CosmosRefusalRow(
      .duplicateParameter,
      CosmosAccount.query(
        "SELECT 1", [["name": "@a", "value": 1], ["name": "@a", "value": 2]])),
    CosmosRefusalRow(.badParameter, CosmosAccount.query("SELECT 1", [["name": "a", "value": 1]])),
    CosmosRefusalRow(.crossPartitionDisabled, CosmosAccount.query("SELECT * FROM c", key: nil)),
    CosmosRefusalRow(.planNeeded, across("SELECT VALUE COUNT(1) FROM c"), isStrict: true),
    CosmosRefusalRow(.valueAggregateOnly, across("SELECT COUNT(1) FROM c"), isStrict: true),
    CosmosRefusalRow(
      .orderNotIndexed, bareQuery("SELECT * FROM c ORDER BY c.n"), isStrict: true,
      given: bare(["excludedPaths": [["path": "/n/?"]]])),
    CosmosRefusalRow(
      .missingCompositeIndex, CosmosAccount.query("SELECT * FROM c ORDER BY c.kind, c.price"),
      isStrict: true),
    CosmosRefusalRow(
      .filterNotIndexed, bareQuery("SELECT * FROM c WHERE c.n = 1"), isStrict: true,
      given: bare(["indexingMode": "none"])),
    CosmosRefusalRow(
      .unsupportedFeatures,
      CosmosAccount.goods(
        .post, body: ["query": "SELECT * FROM c"], [.msPlanRequest: "True"])),
    CosmosRefusalRow(.otherCollection, lamp(.get, nil, [.msIntendedRID: "AAAAAAAAAAA="])),
    CosmosRefusalRow(.missingPartitionKey, .json(.post, "/dbs/shop/colls", ["id": "x"])),
    CosmosRefusalRow(
      .tooManyPaths,
      .json(
        .post, "/dbs/shop/colls",
        ["id": "x", "partitionKey": ["paths": ["/a", "/b", "/c", "/d"], "kind": "MultiHash"]])),
    CosmosRefusalRow(.badTTL, create(["id": "x", "kind": "light", "ttl": "soon"])),
    CosmosRefusalRow(
      .keyChange,
      .json(
        .put, "/dbs/shop/colls/goods", ["id": "goods", "partitionKey": ["paths": ["/other"]]])),
    CosmosRefusalRow(
      .nameChange,
      .json(
        .put, "/dbs/shop/colls/goods", ["id": "other", "partitionKey": ["paths": ["/kind"]]])),
    CosmosRefusalRow(.badPatch, lamp(.patch, ["operations": []])),
    CosmosRefusalRow(
      .badBatch, CosmosAccount.goods(.post, body: [], [.msBatchRequest: "True"])),
    CosmosRefusalRow(
      .incompleteKey,
      CosmosAccount.goods(.post, key: "[]", body: [], [.msBatchRequest: "True"])),
    CosmosRefusalRow(.badThroughput, throughput("300")),
    CosmosRefusalRow(
      .badPolicy,
      .json(
        .post, "/dbs/shop/colls",
        ["id": "more", "partitionKey": ["paths": ["/kind"]], "changeFeedPolicy": 10])),
    CosmosRefusalRow(
      .versionsNotKept,
      CosmosAccount.goods(.get, key: nil, [.aIM: "Full-Fidelity Feed", .ifNoneMatch: "*"])),
    CosmosRefusalRow(
      .versionsGone,
      Request(.get, "/dbs/shop/colls/kept/docs", headers: [.aIM: "Full-Fidelity Feed"]),
      given: .json(
        .post, "/dbs/shop/colls",
        [
          "id": "kept", "partitionKey": ["paths": ["/kind"]],
          "changeFeedPolicy": ["retentionDuration": 10],
        ])),
    CosmosRefusalRow(
      .badComputedProperty,
      .json(
        .post, "/dbs/shop/colls",
        ["id": "more", "partitionKey": ["paths": ["/kind"]], "computedProperties": [:]])),
    CosmosRefusalRow(
      .badPermission, .json(.post, "/dbs/shop/users/jack/permissions", ["id": "x"])),
    CosmosRefusalRow(.strongerConsistency, lamp(.get, nil, [.msConsistency: "Strong"])),
    CosmosRefusalRow(.missingAuthorization, lamp(.get, nil, [.authorization: ""])),
    CosmosRefusalRow(.badAuthorization, authorized("Bearer x")),
    CosmosRefusalRow(.wrongSignature, authorized("type%3Dmaster%26ver%3D1.0%26sig%3DAAAA")),
    CosmosRefusalRow(.badToken, authorized("type=aad&ver=1.0&sig=e30.e30.e30")),
    CosmosRefusalRow(
      .controlPlane,
      Request(
        .delete, "/dbs/shop", headers: [.authorization: CosmosRefusalRow.emulatorToken()]),
      isStrict: true),
    CosmosRefusalRow(
      .stale,
      lamp(.get).signed(with: .wellKnown, milliseconds: 1_568_974_272_000 - 1_000_000)),
    CosmosRefusalRow(.insufficient, authorized(Self.token)),
    CosmosRefusalRow(
      .uniqueIndexChange,
      .json(.put, "/dbs/shop/colls/goods", ["id": "goods", "partitionKey": ["paths": ["/kind"]]])),
    CosmosRefusalRow(.noDocument, CosmosAccount.goods(.get, "nope")),
    CosmosRefusalRow(.noResource, raw(.get, "/dbs/nope")),
    CosmosRefusalRow(.noVerb, raw(.patch, "/dbs")),
    CosmosRefusalRow(.documentExists, create(lamp)),
    CosmosRefusalRow(.resourceExists, .json(.post, "/dbs", ["id": "shop"])),
    CosmosRefusalRow(.rangeGone, CosmosAccount.goods(.get, key: nil, [.msRangeID: "7"])),
    CosmosRefusalRow(.precondition, lamp(.delete, nil, [.ifMatch: "\"other\""])),
    CosmosRefusalRow(
      .tooLarge,
      create([
        "id": "x", "kind": "light",
        "text": .string(String(repeating: "a", count: 2_097_152)),
      ])),
    CosmosRefusalRow(.notEmulated, raw(.get, "/dbs/shop/colls/goods/sprocs")),
  ]

  /// Returns a token as the CosmosEmulatorCredential of azure-cosmos 4.17.1 writes it, with some
  /// claims replaced.
  static func emulatorToken(
    _ claims: JSONObject = [:], key: String = CosmosMasterKey.wellKnown.text
  ) -> String {
    var all: JSONObject = [
      "aud": "https://localhost.localhost",
      "iss": "https://sts.fake-issuer.net/7b1999a1-dfd7-440e-8204-00170979b984",
      "iat": 1_568_974_272, "nbf": 1_568_974_272, "exp": 1_568_981_472, "aio": "",
      "appid": "localhost", "tid": "EmulatorFederation", "scp": "user_impersonation",
    ]
    for claim in claims { all[claim.key] = claim.value == .null ? nil : claim.value }
    let header: JSON = [
      "typ": "JWT", "alg": "RS256", "x5t": "CosmosEmulatorPrimaryMaster",
      "kid": "CosmosEmulatorPrimaryMaster",
    ]
    let parts = [header.bytes, JSON.object(all).bytes, Array(key.utf8)].map(Base64URL.encode)
    return "type=aad&ver=1.0&sig=" + parts.joined(separator: ".")
  }

  /// A resource token for a partition that the request does not use.
  private static let token = token(expiry: 1_568_977_872, partitionKey: "dark")

  /// Returns a resource token as a header field contains it, signed with the well-known key.
  static func token(expiry: Int64, partitionKey: JSON = "light") -> String {
    PercentEncoding.encode(
      CosmosResourceToken(
        expiry: expiry, mode: .all, partitionKey: partitionKey, resource: "dbs/shop/colls/goods"
      ).text(signedWith: .wellKnown))
  }
}
