import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import CosmosEmulator

@Suite struct `Work budgets of Cosmos DB` {
  /// An account with the lamp, a document with an array of 100 numbers, and a document with 10
  /// objects.
  private static let account: CosmosAccount = {
    var account = CosmosAccount.shop()
    account.send(
      CosmosAccount.goods(
        .post,
        body: [
          "id": "wide", "kind": "light", "code": "W1", "n": .array((0..<100).map { .integer($0) }),
          "rows": .array((0..<10).map { ["x": .integer($0)] }),
          "text": .string(String(repeating: "a", count: 1_000)),
        ]))
    return account
  }()

  private static let product =
    "FROM c JOIN a IN c.n JOIN b IN c.n JOIN d IN c.n JOIN e IN c.n"

  private static let nestedReplace =
    "SELECT VALUE "
    + (0..<14).reduce(#""aaaaaaaaaa""#) { text, _ in #"REPLACE(\#(text),"a","aaaaaaaaaa")"# }

  private static let nestedConcat =
    "SELECT VALUE t9 FROM c JOIN (SELECT VALUE c.text) AS t0"
    + (1..<10).map { step in
      " JOIN (SELECT VALUE CONCAT("
        + Array(repeating: "t\(step - 1)", count: 10).joined(separator: ",") + ")) AS t\(step)"
    }.joined()

  private static let nestedArrays =
    "SELECT VALUE t9 FROM c JOIN (SELECT VALUE c.n) AS t0"
    + (1..<10).map { step in
      " JOIN (SELECT VALUE ARRAY_CONCAT("
        + Array(repeating: "t\(step - 1)", count: 10).joined(separator: ",") + ")) AS t\(step)"
    }.joined()

  /// A query with nested subqueries in groups, each level of which is bound twice.
  private static let nestedGroups =
    "SELECT VALUE "
    + (0..<20).reduce("1") { text, _ in
      "(SELECT VALUE c.id || \(text) FROM c GROUP BY c.id)"
    } + " FROM c"

  /// Queries that without a budget would take minutes or use all memory.
  @Test(arguments: [
    "SELECT VALUE COUNT(1) \(product)", "SELECT VALUE 1 \(product) WHERE a = -1",
    "SELECT DISTINCT a, b, d, e \(product)", "SELECT a, b, d \(product) GROUP BY a, b, d",
    "SELECT a, b, d, e \(product)", "SELECT VALUE a \(product) ORDER BY c.id",
    "SELECT VALUE SUM(a + b) \(product)", "SELECT c \(product)",
    "SELECT VALUE ARRAY(SELECT VALUE c FROM a IN c.n JOIN b IN c.n) FROM c JOIN d IN c.n",
    nestedReplace, nestedConcat, nestedArrays, nestedGroups,
    #"SELECT VALUE REPLICATE("abcde", 2000) \#(product)"#,
    "SELECT VALUE UPPER(c.text) \(product)", "SELECT VALUE TOSTRING(c) \(product)",
    "SELECT VALUE SETUNION(c.n, [a, b]) \(product)",
    "SELECT VALUE ARRAY_SLICE(c.n, 0, 99) \(product)",
    #"SELECT VALUE StringToArray("[1,2,3,4,5,6,7,8]") \#(product)"#,
    #"SELECT VALUE REGEXMATCH(REPLICATE("a", 10000), "(?:a{1,1000}){1,4}b") \#(product)"#,
    #"SELECT VALUE REGEXMATCH("a", CONCAT("a{1,1000}{1,4}", ToString(a))) \#(product)"#,
    #"SELECT VALUE c.text LIKE "%a_a_a_a_a_a_b%" \#(product)"#,
    #"SELECT VALUE FullTextContains(REPLICATE("foo ", 2000), CONCAT(REPLICATE("foo ", 500), "bar")) FROM c"#,
    "SELECT VALUE (SELECT VALUE COUNT(1) FROM x IN c.n JOIN y IN c.n) \(product)",
    "SELECT VALUE EXISTS(SELECT VALUE x FROM x IN c.n WHERE x = -1) \(product)",
    "SELECT VALUE a IN (\((0..<2_000).map(String.init).joined(separator: ","))) \(product)",
  ])
  func `an exploding query is refused, with a hint to the limit`(_ query: String) throws {
    var account = Self.account
    let before = account.fingerprint
    let budget = WorkBudget(100_000)
    let answer = account.answer(CosmosAccount.query(query), within: budget)
    #expect(budget.isExhausted)
    #expect(answer.effect == .refused)
    #expect(answer.response.status == .badRequest)
    #expect(answer.response.json?["code"] == "BadRequest")
    let message = try #require(answer.response.json?["message"]?.string)
    #expect(message.hasPrefix("The request needs more work than this emulator allows.\r\n"))
    #expect(answer.response.headers[.ghostlightReason]?.contains("maxWork") == true)
    #expect(account.fingerprint == before)
  }

  /// Returns the units for one row of a query, from runs over 100 and over 10 elements.
  private static func units(_ expression: String) throws -> Int {
    var account = Self.account
    let used = try ["n", "rows"].map { list in
      let budget = WorkBudget(10_000_000)
      let query = "SELECT VALUE LENGTH(\(expression)) FROM c JOIN a IN c.\(list)"
      #expect(account.answer(CosmosAccount.query(query), within: budget).response.status == .ok)
      return budget.limit - (try #require(budget.left))
    }
    return (used[0] - used[1]) / 90
  }

  /// Within the default limit, such queries once ran for eight seconds.
  @Test func `the work of an expression counts its arguments and the names of its paths`() throws {
    let list = Array(repeating: "'x'", count: 50).joined(separator: ",")
    #expect(try Self.units("CONCAT(\(list))") >= 250)
    let path = "c" + String(repeating: ".a", count: 50)
    #expect(try Self.units("CONCAT(\(path),\(path),\(path))") >= 440)
  }

  @Test(arguments: CosmosRouteRow.all)
  func `an ordinary request fits into a provisional budget`(_ row: CosmosRouteRow) {
    var account = Self.account
    #expect(
      account.answer(row.request, within: WorkBudget(2_000)).response.status.code == row.status)
  }

  /// Requests that change the account, some of which have many parts.
  private static let changes: [Request] =
    CosmosRouteRow.all.map(\.request).filter { $0.method != .get } + [
      CosmosAccount.goods(
        .post,
        body: .array(
          (0..<40).map { number in
            [
              "operationType": "Create",
              "resourceBody": [
                "id": .string("b\(number)"), "kind": "light", "code": .integer(Int64(number)),
              ],
            ]
          }), [.msBatchRequest: "True"]),
      CosmosAccount.goods(
        .patch, "wide",
        body: [
          "condition": "FROM c JOIN a IN c.n WHERE a = 99",
          "operations": .array(
            (0..<10).map { ["op": "add", "path": "/n/0", "value": .integer($0)] }),
        ]),
      CosmosAccount.goods(
        .put, "wide",
        body: [
          "id": "wide", "kind": "light", "code": "W1", "n": .array(Array(repeating: 1, count: 500)),
        ]),
      CosmosAccount.goods(
        .post,
        body: [
          ["operationType": "Upsert", "resourceBody": ["id": "lamp", "kind": "light"]],
          [
            "operationType": "Patch", "id": "wide",
            "resourceBody": ["operations": [["op": "incr", "path": "/n/0", "value": 1]]],
          ],
          ["operationType": "Delete", "id": "none"],
        ], [.msBatchRequest: "True"]),
    ]

  @Test(arguments: changes)
  func `a change is done completely or not at all within any budget`(_ request: Request) {
    #expect(Self.account.refusals(of: request) < 17)
  }
}
