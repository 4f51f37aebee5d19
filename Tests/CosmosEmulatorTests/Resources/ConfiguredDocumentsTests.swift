import GhostlightCore
import GhostlightEmulation
import Testing

@testable import CosmosEmulator

@Suite struct `Documents in the configuration of Cosmos DB` {
  private static let container: JSONObject = [
    "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"],
  ]

  /// Documents with optional fields, arrays, duplicate ids, and an id that looks like a RID.
  private static let documents: [JSON] =
    (0..<60).map { number in
      let id = number % 20 == 19 ? "item-1" : "item-\(number)"
      var document: JSONObject = [
        "id": .string(id), "kind": number % 2 == 0 ? "even" : "odd", "code": .string(id),
        "price": .integer(Int64(number * 7 % 10)),
      ]
      if number > 30 { document["sizes"] = [.integer(Int64(number % 3)), "large"] }
      if number % 5 == 0 { document["maker"] = ["name": .string("maker-\(number % 4)")] }
      return .object(document)
    } + [["id": "AAAAAAAAAAAAAAAAAAAAAA==", "kind": "odd", "price": 3]]

  private static func started(
    _ unique: JSON?, _ documents: [JSON]
  ) throws(ConfigurationError) -> CosmosBackend {
    var container = container
    container["uniqueKeyPolicy"] = unique
    container["documents"] = .array(documents)
    return try CosmosBackend(
      configuration: ["databases": [["id": "shop", "containers": [.object(container)]]]],
      at: CosmosAccount().moment)
  }

  @Test(arguments: [nil, ["uniqueKeys": [["paths": ["/code"]]]]] as [JSON?])
  func `configured documents equal those of single provider states`(_ unique: JSON?) throws {
    var one = CosmosAccount()
    var definition = Self.container
    definition["uniqueKeyPolicy"] = unique
    _ = try one.backend.setUp(
      "container exists",
      parameters: ["database": "shop", "container": "goods", "definition": .object(definition)],
      at: one.moment)
    for document in Self.documents {
      _ = try one.backend.setUp(
        "document exists",
        parameters: ["database": "shop", "container": "goods", "document": document],
        at: one.moment)
    }
    var all = CosmosAccount()
    all.backend = try Self.started(unique, Self.documents)
    #expect(all.backend.snapshot == one.backend.snapshot)
    for text in [
      "SELECT VALUE c.id FROM c WHERE c.price = 3", "SELECT VALUE c.id FROM c ORDER BY c.price",
      "SELECT VALUE c.id FROM c WHERE c.maker.name = 'maker-1'",
      "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.sizes, 2)",
    ] {
      let request = CosmosAccount.query(text, key: #"["odd"]"#)
      let answers = [all.send(request).body, one.send(request).body]
      #expect(answers[0] == answers[1], "\(text)")
      #expect(answers[0].count > 60, "\(text)")
    }
  }

  @Test func `a duplicate value of a unique key is refused with its place`() {
    let error = #expect(throws: ConfigurationError.self) {
      try Self.started(
        ["uniqueKeys": [["paths": ["/code"]]]],
        [["id": "a", "kind": "odd", "code": 1], ["id": "b", "kind": "odd", "code": 1]])
    }
    #expect(error?.path == "$.cosmos.databases[0].containers[0].documents[1]")
  }
}
