import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

@Suite struct `Limits of a Cosmos DB account` {
  private static func joins(_ count: Int) -> String {
    "SELECT VALUE 1 FROM c" + (0..<count).map { " JOIN j\($0) IN [1]" }.joined()
  }

  private static func message(_ query: String) -> String? {
    var account = CosmosAccount.shop()
    let response = account.send(CosmosAccount.query(query))
    guard response.status == .badRequest else { return "\(response.status)" }
    return response.json?["message"]?.string
  }

  private static func isRefused(_ query: String, _ words: String) -> Bool {
    message(query)?.contains("The query has more than \(words), which is the account's limit.")
      == true
  }

  private static func list(_ count: Int) -> String {
    Array(repeating: "1", count: count).joined(separator: ",")
  }

  @Test func `a query may have ten joins, including subqueries`() {
    let ten = Array(repeating: "JOIN (SELECT VALUE 1) AS x", count: 10).enumerated()
      .map { $0.element + "\($0.offset)" }.joined(separator: " ")
    #expect(Self.message("SELECT VALUE 1 FROM c \(ten)") == "200 OK")
    #expect(Self.isRefused("SELECT VALUE 1 FROM c \(ten) JOIN (SELECT VALUE 1) AS y", "10 JOINs"))
    #expect(
      Self.isRefused(
        "SELECT VALUE (SELECT VALUE 1 FROM c JOIN y IN c.n) FROM c \(ten)", "10 JOINs"))
  }

  @Test(arguments: ["AND", "OR"])
  func `a query may have 2,000 of each logical operator, with subqueries`(_ name: String) {
    let chain = { (count: Int) in
      "SELECT VALUE 1 FROM c WHERE true" + String(repeating: " \(name) true", count: count)
    }
    let inner = "(SELECT VALUE true \(name) true)"
    #expect(Self.message(chain(2000)) == "200 OK")
    #expect(Self.isRefused(chain(2001), "2000 \(name)s"))
    #expect(Self.message(chain(1998) + " \(name) \(inner)") == "200 OK")
    #expect(Self.isRefused(chain(1999) + " \(name) \(inner)", "2000 \(name)s"))
  }

  @Test func `an IN may have 16,000 items`() {
    #expect(Self.message("SELECT VALUE 1 FROM c WHERE c.x IN (\(Self.list(16_000)))") == "200 OK")
    for count in [16_001, 100_000] {
      #expect(
        Self.isRefused(
          "SELECT VALUE 1 FROM c WHERE c.x IN (\(Self.list(count)))", "16000 items in one IN"))
    }
  }

  @Test func `a function of a query may create a text of up to 4 MiB`() {
    let text = { (count: Int) in
      "SELECT VALUE LENGTH(REPLACE(REPLICATE('a', 10000), 'a', REPLICATE('b', \(count))))"
    }
    #expect(Self.message(text(419)) == "200 OK")
    #expect(
      Self.message(text(420))?.contains(
        "The query makes a text of more than 4194304 bytes, which is this emulator's limit.")
        == true)
  }

  /// Runs queries with 1,000 groups, each with several keys.
  @Test func `the groups of a query may have up to 500,000 cells`() {
    let source =
      "FROM a IN (SELECT VALUE [1,2,3,4,5,6,7,8,9,0])"
      + " JOIN b IN (SELECT VALUE [1,2,3,4,5,6,7,8,9,0])"
      + " JOIN d IN (SELECT VALUE [1,2,3,4,5,6,7,8,9,0])"
    let keys = { (count: Int) in
      "a, b, d" + String(repeating: ", a", count: count - 3)
    }
    #expect(Self.message("SELECT VALUE a \(source) GROUP BY \(keys(500))") == "200 OK")
    #expect(
      Self.isRefused(
        "SELECT VALUE a \(source) GROUP BY \(keys(501))", "500000 cells in the table of GROUP BY"))
  }

  @Test func `a query in which BETWEEN duplicates its subject too often is refused`() {
    let nested = (0..<90).reduce("1") { text, _ in "((\(text)) BETWEEN 0 AND 2)" }
    #expect(Self.message("SELECT VALUE \(nested)") != "200 OK")
    let few = (0..<8).reduce("1") { text, _ in "(\(text) BETWEEN 0 AND 2)" }
    #expect(Self.message("SELECT VALUE \(few)") == "200 OK")
  }

  @Test func `a page size must fit 32 bits`() {
    var account = CosmosAccount.shop()
    for (size, status) in [
      ("2147483647", 200), ("-1", 200), ("2147483648", 400), ("9223372036854775807", 400),
      ("9223372036854775808", 400), ("-9223372036854775808", 400), ("0", 400),
    ] {
      let request = CosmosAccount.query("SELECT * FROM c", nil, [.msMaxItems: size])
      #expect(account.send(request).status.code == status, "\(size)")
    }
  }

  /// The first of these tokens once crashed the process.
  @Test(arguments: [
    "RT:9223372036854775807#TRC:0#SKP:0", "RT:0#TRC:9223372036854775807#SKP:0",
    "RT:0#TRC:0#SKP:9223372036854775807", "RT:-1#TRC:0#SKP:0", "RT:9007199254740993#TRC:0#SKP:0",
    "RT:9223372036854775808#TRC:0#SKP:0",
  ])
  func `a continuation token may contain only numbers with safe sums`(_ numbers: String) {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.post, body: ["id": "other", "kind": "light"]))
    for query in [
      "SELECT * FROM c", "SELECT * FROM c ORDER BY c.id", "SELECT VALUE COUNT(1) FROM c",
    ] {
      for rid in ["", "AAAAAA==", "AAAAAAAAAAD/////////fw=="] {
        for key in ["", "#KEY:W1tdXQ=="] {
          let request = CosmosAccount.query(
            query, nil,
            [.msMaxItems: "1", .msContinuation: "-RID:~\(rid)#\(numbers)\(key)"])
          #expect(account.send(request).status == .badRequest)
        }
      }
    }
  }

  @Test func `a resource token whose expiry is not a valid date has expired`() {
    var account = CosmosAccount.shop()
    for expiry in [Int64.min, -1, 0] {
      var request = CosmosAccount.goods(.get, "lamp")
      request.headers[.authorization] = CosmosRefusalRow.token(expiry: expiry)
      #expect(account.send(request).status == .forbidden)
    }
    var request = CosmosAccount.goods(.get, "lamp")
    request.headers[.authorization] = CosmosRefusalRow.token(expiry: .max)
    #expect(account.send(request).status == .ok)
  }

  @Test(arguments: ["1e999 & 1", "~1e999", "1 << 1e999", "c.big | 0", "c.big << c.big"])
  func `a number outside the range of a double has the bits of zero`(_ expression: String) {
    var account = CosmosAccount.shop()
    var request = CosmosAccount.goods(.post)
    request.body = Array(#"{"id":"big","kind":"light","big":1e999}"#.utf8)
    account.send(request)
    let response = account.send(CosmosAccount.query("SELECT VALUE \(expression) FROM c"))
    #expect([200, 400].contains(response.status.code))
  }
}
