import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of operations that run on their own, in the bodies that the SDKs' serializers write (B17).
///
/// - Source: Azure/azure-sdk-for-js at e50826e1, cosmos/src/utils/batch.ts and
///   test/public/functional/item/bulk.item.spec.ts; Azure/azure-sdk-for-java at 0136e0f3,
///   implementation/batch/ItemBulkOperation.java.
@Suite struct `Bulk of Cosmos DB` {
  private static let light = #"["light"]"#

  private static func create(_ id: String, _ members: JSONObject = [:]) -> JSON {
    var body: JSONObject = ["id": .string(id), "kind": "light", "code": .string(id)]
    for member in members { body[member.key] = member.value }
    return [
      "operationType": "Create", "resourceBody": .object(body), "partitionKey": .string(light),
    ]
  }

  private static func operation(
    _ type: String, _ id: String, _ body: JSON? = nil, _ members: JSONObject = [:]
  ) -> JSON {
    var object: JSONObject = [
      "operationType": .string(type), "id": .string(id), "partitionKey": .string(light),
    ]
    object["resourceBody"] = body
    for member in members { object[member.key] = member.value }
    return .object(object)
  }

  /// A bulk request, and the expected status and substatus of each operation.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let operations: [JSON]
    let continues: Bool?
    let statuses: [String]

    init(
      _ name: String, _ operations: [JSON], continues: Bool? = nil, _ statuses: [String]
    ) {
      testDescription = name
      self.operations = operations
      self.continues = continues
      self.statuses = statuses
    }
  }

  private static let rows: [Row] = [
    Row(
      "each kind of operation",
      [
        create("a"), operation("Upsert", "", ["id": "b", "kind": "light", "code": 2]),
        operation("Read", "lamp"), operation("Replace", "lamp", ["id": "lamp", "kind": "light"]),
        operation("Patch", "lamp", ["operations": [["op": "add", "path": "/n", "value": 1]]]),
        operation("Upsert", "", ["id": "b", "kind": "light", "code": 3]), operation("Delete", "a"),
      ], ["201", "201", "200", "200", "200", "200", "204"]),
    Row(
      "operations in their order", [operation("Delete", "lamp"), operation("Read", "lamp")],
      ["204", "404"]),
    Row(
      "an end at the first failure", [create("a"), create("lamp"), create("b"), create("c")],
      ["201", "409", "424", "424"]),
    Row(
      "a failure that the others outlast", [create("a"), create("lamp"), create("b")],
      continues: true, ["201", "409", "201"]),
    Row(
      "an end at the first failure, asked for", [create("a", ["ttl": -10]), create("b")],
      continues: false, ["400", "424"]),
    Row(
      "a value of a unique key that another operation has taken",
      [create("a", ["code": 1]), create("b", ["code": 1]), create("c", ["code": "L1"])],
      continues: true, ["201", "409", "409"]),
    Row(
      "entity tags",
      [
        operation("Replace", "lamp", ["id": "lamp", "kind": "light"], ["ifMatch": "\"old\""]),
        operation("Delete", "lamp", nil, ["ifMatch": "\"old\""]),
        operation("Upsert", "", ["id": "lamp", "kind": "light"], ["ifMatch": "\"old\""]),
        operation("Patch", "lamp", .object(["operations": []]), ["ifMatch": "\"old\""]),
        operation("Read", "lamp", nil, ["ifNoneMatch": "*"]),
        operation("Read", "lamp", nil, ["ifNoneMatch": "\"old\""]),
        operation("Read", "lamp", nil, ["ifMatch": "\"old\""]),
      ], continues: true, ["412", "412", "412", "412", "304", "200", "200"]),
    Row(
      "the condition of a patch",
      [
        operation(
          "Patch", "lamp",
          [
            "operations": [["op": "incr", "path": "/price", "value": 1]],
            "condition": "from c where c.price > 30",
          ]),
        operation(
          "Patch", "lamp",
          [
            "operations": [["op": "incr", "path": "/price", "value": 1]],
            "condition": "from c where NOT IS_DEFINED(c.newImproved)",
          ]),
      ], continues: true, ["412", "200"]),
    Row(
      "partition keys that are missing or wrong",
      [
        create("a"),
        ["operationType": "Read", "id": "lamp"],
        ["operationType": "Read", "id": "lamp", "partitionKey": "[\"dark\"]"],
        [
          "operationType": "Create", "resourceBody": ["id": "x", "kind": "dark"],
          "partitionKey": "[{}]",
        ],
        ["operationType": "Read", "id": "lamp", "partitionKey": "light"],
        ["operationType": "Read", "id": "lamp", "partitionKey": "[]"],
        ["operationType": "Read", "id": "lamp", "partitionKey": ["light"]],
      ], continues: true, ["201", "400/1001", "404", "400/1001", "400", "400/1001", "200"]),
    Row(
      "an id that the client forgot", [operation("Upsert", "", ["kind": "light"]), create("b")],
      ["400", "424"]),
  ]

  private static func statuses(_ response: Response) -> [String] {
    (response.json?.array ?? []).map { result in
      let substatus = result["subStatusCode"]?.integer.map { "/\($0)" } ?? ""
      return "\(result["statusCode"]?.integer ?? 0)\(substatus)"
    }
  }

  @Test(arguments: rows)
  func `each operation of bulk has its own result`(_ row: Row) {
    var account = CosmosAccount.shop()
    let response = account.send(
      CosmosAccount.bulk(.array(row.operations), continues: row.continues))
    #expect(Self.statuses(response) == row.statuses)
    let areAllDone = row.statuses.allSatisfy { $0.hasPrefix("2") }
    #expect(response.status.code == (areAllDone ? 200 : 207))
    #expect(response.headers[.msItemCount] == String(row.operations.count))
    #expect(response.headers[.msRangeID] == "0")
  }

  @Test func `the results of bulk contain charges, tags and documents`() {
    var account = CosmosAccount.shop()
    let response = account.send(
      CosmosAccount.bulk([Self.create("a"), Self.operation("Delete", "a"), Self.create("lamp")]))
    let tag = response.json?[0]?["eTag"]
    #expect(
      response.json == [
        [
          "statusCode": 201, "requestCharge": 6.67, "eTag": tag ?? .null,
          "resourceBody": response.json?[0]?["resourceBody"] ?? .null,
        ],
        ["statusCode": 204, "requestCharge": 6.67], ["statusCode": 409, "requestCharge": 1.57],
      ])
    #expect(response.json?[0]?["resourceBody"]?["_etag"] == tag && tag?.string != nil)
    #expect(response.headers[.msCharge] == "14.91")
  }

  @Test func `what bulk has done before a failure remains, each operation as a write of its own`() {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.bulk([Self.create("a"), Self.create("b"), Self.create("lamp")]))
    let feed = account.send(CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"]))
    let documents = feed.json?["Documents"]?.array ?? []
    #expect(documents.map { $0["id"] } == ["lamp", "a", "b"])
    #expect(documents.map { $0["_lsn"] } == [2, 3, 4])
    #expect(Set(documents.map { $0["_etag"] }).count == 3)
  }

  @Test func `a write with a minimal result has no document`() {
    var account = CosmosAccount.shop()
    let minimal: JSONObject = ["minimalReturnPreference": true]
    let response = account.send(
      CosmosAccount.bulk(
        [
          Self.operation("Upsert", "", ["id": "a", "kind": "light"], minimal),
          Self.operation("Read", "a", nil, minimal),
        ], continues: true))
    #expect(response.json?[0]?.object?.keys == ["statusCode", "requestCharge", "eTag"])
    #expect(response.json?[1]?["resourceBody"]?["id"] == "a")
  }

  @Test func `a key of another range refuses the whole request as gone`() throws {
    var account = CosmosAccount.shop()
    account.send(
      .json(
        .post, "/dbs/shop/colls",
        ["id": "wide", "partitionKey": ["paths": ["/kind"], "kind": "Hash", "version": 2]],
        headers: [.msThroughput: "18000"]))
    let wide = try #require(account.backend.state.databases[0].containers.last)
    #expect(wide.ranges.elements.map(\.id) == [0, 1, 2])
    let own = wide.rangeID(of: try #require(PartitionKey(header: Self.light)))
    for range in ["0", "1", "2", "7"] {
      var request = CosmosAccount.bulk([Self.create("a")], range: range)
      request.target = "/dbs/shop/colls/wide/docs"
      let before = account.fingerprint
      let response = account.send(request)
      guard range == own else {
        #expect(response.status.code == 410)
        #expect(response.headers[.msSubstatus] == "1002")
        #expect(account.fingerprint == before)
        continue
      }
      #expect(Self.statuses(response) == ["201"])
      #expect(response.headers[.msRangeID] == own)
    }
  }

  @Test func `the body of bulk has the limits of a batch`() {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    let many = JSON.array(Array(repeating: Self.operation("Read", "lamp"), count: 101))
    #expect(account.send(CosmosAccount.bulk(many)).status == .badRequest)
    let large = Self.create("a", ["text": .string(String(repeating: "x", count: 2_097_152))])
    #expect(account.send(CosmosAccount.bulk([large])).status == .contentTooLarge)
    #expect(account.fingerprint == before)
  }

  @Test(arguments: [true, false])
  func `the body of the SDK for NET is refused with a remedy`(_ isAtomic: Bool) {
    var account = CosmosAccount.shop()
    var request = CosmosAccount.bulk([])
    request.body = [0x81, 0x00, 0x0A]
    request.headers[.msBatchAtomic] = isAtomic ? "True" : nil
    if isAtomic { request.headers[.msPartitionKey] = Self.light }
    let response = account.send(request)
    #expect(response.status == .notImplemented)
    #expect(
      response.json?["message"]?.string?.hasPrefix(
        "Not emulated: batches and bulk in HybridRow, as the SDK for .NET sends them; send the "
          + "operations one by one, and set AllowBulkExecution = false.") == true)
  }
}
