import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of a container's computed properties (B9).
@Suite struct `Computed properties` {
  private static func account(_ properties: JSON) -> (CosmosAccount, Response) {
    var account = CosmosAccount()
    account.send(.json(.post, "/dbs", ["id": "shop"]))
    let answer = account.send(
      .json(
        .post, "/dbs/shop/colls",
        [
          "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"],
          "computedProperties": properties,
        ]))
    for price in 1...3 {
      account.send(
        CosmosAccount.goods(
          .post,
          body: ["id": .string("g\(price)"), "kind": "light", "price": .integer(Int64(price))])
      )
    }
    return (account, answer)
  }

  private static func rows(_ account: inout CosmosAccount, _ text: String) -> JSON? {
    account.send(CosmosAccount.query(text)).json?["Documents"]
  }

  private static let worth: JSON = [["name": "worth", "query": "SELECT VALUE c.price * 10 FROM c"]]

  @Test(
    arguments: [
      ("SELECT VALUE c.worth FROM c", [10, 20, 30]),
      ("SELECT VALUE d.worth FROM c d WHERE d[\"worth\"] > 10", [20, 30]),
      ("SELECT VALUE c.worth FROM c ORDER BY c.worth DESC", [30, 20, 10]),
      ("SELECT VALUE SUM(c.worth) FROM c", [60]),
      ("SELECT VALUE (SELECT VALUE c.worth) FROM c WHERE c.price = 1", [10]),
      ("SELECT VALUE p.worth FROM p IN c.price", []),
      ("SELECT DISTINCT VALUE c.price < 3 ? c.worth : 0 FROM c", [10, 20, 0]),
    ] as [(String, JSON)])
  func `a computed property has its query's value`(_ text: String, _ expected: JSON) throws {
    var (account, made) = Self.account(Self.worth)
    #expect(made.json?["computedProperties"] == Self.worth)
    #expect(Self.rows(&account, text) == expected)
    var copy = CosmosAccount()
    try copy.backend.restore(account.backend.snapshot)
    #expect(Self.rows(&copy, text) == expected)
  }

  @Test func `computed properties are not in documents, and are removed with the definition`() {
    var (account, _) = Self.account(Self.worth)
    let lamp = account.send(CosmosAccount.goods(.get, "g1"))
    #expect(lamp.json?["worth"] == nil)
    #expect(Self.rows(&account, "SELECT * FROM c WHERE c.worth = 10")?[0]?["worth"] == nil)
    account.send(
      .json(
        .put, "/dbs/shop/colls/goods",
        ["id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"]]))
    #expect(Self.rows(&account, "SELECT * FROM c WHERE c.worth = 10") == [])
  }

  @Test func `computed properties use members of documents, not each other`() {
    var (account, _) = Self.account([
      ["name": "price", "query": "SELECT VALUE c.price + 100 FROM c"],
      ["name": "twice", "query": "SELECT VALUE c.price * 2 FROM c"],
    ])
    let text = "SELECT c.price, c.twice FROM c WHERE c.id = 'g1'"
    #expect(Self.rows(&account, text) == [["price": 101, "twice": 2]])
  }

  @Test(
    arguments: [
      (["name": "a", "query": "SELECT VALUE 1 FROM c"], "it must be an array"),
      (["a"], "each has a name and a query, both texts"),
      ([["name": "a"]], "each has a name and a query, both texts"),
      (
        [["name": "_ts", "query": "SELECT VALUE 1 FROM c"]],
        "the name \"_ts\" is reserved; use another name"
      ),
      (
        .array(
          Array(repeating: ["name": "a", "query": "SELECT VALUE c.b FROM c"], count: 2)),
        "there are two of the name a"
      ),
      (
        .array(Array(repeating: ["name": "a", "query": "SELECT VALUE c.b FROM c"], count: 21)),
        "there may be 20 of them"
      ),
      (
        [["name": "a", "query": .string("SELECT VALUE " + String(repeating: " ", count: 8_192))]],
        "the query of a is longer than 8192 characters"
      ),
      (
        [["name": "a", "query": "SELECT c.b FROM c"]],
        "the query of a must be SELECT VALUE expression FROM alias"
      ),
      (
        [["name": "a", "query": "SELECT VALUE c.b FROM c WHERE c.d"]],
        "the query of a must be SELECT VALUE expression FROM alias"
      ),
      (
        [["name": "a", "query": "SELECT VALUE b FROM b IN c.list"]],
        "the query of a must be SELECT VALUE expression FROM alias"
      ),
      (
        [["name": "a", "query": "SELECT VALUE RAND() FROM c"]],
        "the query of a has a subquery, an aggregate, a parameter, or a function of time, chance or "
          + "places"
      ),
      (
        [["name": "a", "query": "SELECT VALUE LOWER(GetCurrentDateTime()) FROM c"]],
        "the query of a has a subquery, an aggregate, a parameter, or a function of time, chance or "
          + "places"
      ),
    ] as [(JSON, String)])
  func `an invalid computed property is refused with a reason`(_ member: JSON, _ reason: String) {
    let (_, made) = Self.account(member)
    #expect(made.status == .badRequest)
    #expect(
      made.json?["message"]?.string?.hasPrefix(
        #"Message: {"Errors":["One of the specified inputs is invalid"]}"#) == true)
    #expect(made.headers[.ghostlightReason] == "computedProperties: \(reason) (Cosmos B9)")
  }

  @Test func `a query pays for the work of its computed properties`() {
    let list = (1...500).map { _ in "c.price" }.joined(separator: ", ")
    var (account, made) = Self.account([
      ["name": "much", "query": .string("SELECT VALUE [\(list)] FROM c")]
    ])
    #expect(made.status == .created)
    let text = (1...500).map { _ in "c.much" }.joined(separator: ", ")
    let request = CosmosAccount.query("SELECT VALUE [\(text)] FROM c")
    #expect(account.answer(request, within: WorkBudget(400_000)).response.status == .badRequest)
  }
}
