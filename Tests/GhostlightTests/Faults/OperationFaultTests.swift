import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

/// Tests of fault plans that select single operations of a Cosmos DB bulk request.
@Suite struct `Fault plans for single operations` {
  private static func stage(_ plans: [FaultPlan]) throws -> Stage {
    var account = CosmosBackend()
    for id in ["lamp", "torch"] {
      _ = try account.setUp(
        "document exists",
        parameters: [
          "database": "shop", "container": "goods", "partitionKey": "/kind",
          "document": ["id": .string(id), "kind": "light"],
        ], at: .numbered())
    }
    var configuration = StageConfiguration(services: [.cosmos(account)])
    configuration.faults = plans
    return Stage(configuration)
  }

  private static func plan(
    _ status: Int, _ narrow: (inout FaultPlan) -> Void = { _ in }
  ) -> FaultPlan {
    var plan = FaultPlan(.fail(ServiceFailure(HTTPResponse.Status(integerLiteral: status))))
    narrow(&plan)
    return plan
  }

  private static func operation(_ type: String, _ id: String) -> JSON {
    [
      "operationType": .string(type), "id": .string(id), "partitionKey": #"["light"]"#,
      "resourceBody": ["id": .string(id), "kind": "light"],
    ]
  }

  private static func field(_ name: String) -> HTTPField.Name {
    HTTPField.Name(name) ?? .contentType
  }

  private static var bulk: Request {
    Request.json(
      .post, "/dbs/shop/colls/goods/docs",
      [
        operation("Create", "a"), operation("Replace", "lamp"), operation("Create", "b"),
        operation("Replace", "torch"),
      ],
      headers: [
        field("x-ms-cosmos-is-batch-request"): "True",
        field("x-ms-cosmos-batch-atomic"): "False",
        field("x-ms-cosmos-batch-continue-on-error"): "True",
        field("x-ms-documentdb-partitionkeyrangeid"): "0",
      ])
  }

  /// A plan, and the expected statuses of the operations; a single one is that of the response.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let plan: FaultPlan
    let statuses: [Int64]
  }

  private static let rows = [
    Row(
      testDescription: "a route", plan: plan(429) { $0.route = "Create a document" },
      statuses: [429, 200, 429, 200]),
    Row(
      testDescription: "a method", plan: plan(449) { $0.method = .put },
      statuses: [201, 449, 201, 449]),
    Row(
      testDescription: "a document", plan: plan(449) { $0.path = "*/docs/torch" },
      statuses: [201, 200, 201, 449]),
    Row(
      testDescription: "the second of a route",
      plan: plan(429) { ($0.route, $0.occurrence) = ("Create a document", .call(2)) },
      statuses: [201, 200, 429, 200]),
    Row(
      testDescription: "once", plan: plan(429) { ($0.method, $0.times) = (.put, 1) },
      statuses: [201, 429, 201, 200]),
    Row(
      testDescription: "the request as a whole", plan: plan(429) { $0.route = "Bulk" },
      statuses: [429]),
    Row(testDescription: "everything", plan: plan(503), statuses: [503]),
    Row(
      testDescription: "another whole request", plan: plan(429) { $0.occurrence = .call(9) },
      statuses: [201, 200, 201, 200]),
  ]

  @Test(arguments: rows)
  func `a plan fails the operations that it selects, as if they had been sent alone`(
    _ row: Row
  ) throws {
    let stage = try Self.stage([row.plan])
    let space = try stage.namespace()
    let response = stage.respond(to: try Self.signed(Self.bulk, in: space), by: "cosmos")
    let results = response.json?.array?.compactMap { $0["statusCode"]?.integer }
    #expect(results ?? [Int64(response.status.code)] == row.statuses)
    let failed = row.statuses.filter { $0 >= 400 }.count
    #expect(space.faults.map(\.hitCount) == [failed])
    #expect(space.journal.last?.fault == (failed > 0 ? 1 : nil))
  }

  private static func signed(_ request: Request, in space: Namespace) throws -> Request {
    let values = try space.setUp(
      "signed with the master key", in: "cosmos",
      parameters: ["method": "POST", "target": .string(request.target.raw)])
    var request = request
    request.headers[.authorization] = values["authorization"]?.string
    request.headers[field("x-ms-date")] = values["date"]?.string
    return request
  }
}
