import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the pages of lists whose elements are not documents (B2, B12).
@Suite struct `Pages of Cosmos DB's resources` {
  /// Creates an account with five resources of each kind.
  static func account() -> CosmosAccount {
    var account = CosmosAccount()
    for number in 1...5 {
      account.send(.json(.post, "/dbs", ["id": .string("d\(number)")]))
      account.send(
        .json(
          .post, "/dbs/d1/colls",
          ["id": .string("c\(number)"), "partitionKey": ["paths": ["/pk"]]]))
      account.send(.json(.post, "/dbs/d1/users", ["id": .string("u\(number)")]))
      account.send(
        .json(
          .post, "/dbs/d1/users/u1/permissions",
          [
            "id": .string("p\(number)"), "permissionMode": "Read",
            "resource": .string("dbs/d1/colls/c\(number)"),
          ]))
    }
    return account
  }

  private static func query(_ target: RequestTarget, _ text: String) -> Request {
    var request = Request.json(.post, target, ["query": .string(text)])
    request.headers[.msIsQuery] = "True"
    return request
  }

  static let rows: [(String, Request)] = [
    ("Databases", .init(.get, "/dbs")),
    ("Databases", query("/dbs", "SELECT * FROM r WHERE r.id != 'd9'")),
    ("Databases", query("/dbs", "SELECT VALUE r.id FROM r")),
    ("DocumentCollections", .init(.get, "/dbs/d1/colls")),
    ("DocumentCollections", query("/dbs/d1/colls", "SELECT * FROM r")),
    ("Users", .init(.get, "/dbs/d1/users")),
    ("Permissions", .init(.get, "/dbs/d1/users/u1/permissions")),
    ("Offers", .init(.get, "/offers")),
    ("Offers", query("/offers", "SELECT * FROM r")),
  ]

  @Test(arguments: rows, [1, 2, 5])
  func `a list is the same in pages`(_ row: (name: String, request: Request), _ size: Int) throws {
    var account = Self.account()
    let whole = try #require(account.send(row.request).json?[row.name]?.array)
    #expect(whole.count >= 5)
    var request = row.request
    request.headers[.msMaxItems] = String(size)
    var pages: [[JSON]] = []
    repeat {
      let response = account.send(request)
      let page = try #require(response.json?[row.name]?.array)
      #expect(response.headers[.eTag] == nil)
      #expect(response.headers[.msItemCount] == String(page.count))
      #expect(response.json?["_count"] == .integer(Int64(page.count)))
      pages.append(page)
      request.headers[.msContinuation] = response.headers[.msContinuation]
    } while request.headers[.msContinuation] != nil && pages.count < 20
    #expect(pages.flatMap(\.self) == whole)
    #expect(pages.allSatisfy { (1...size).contains($0.count) })
  }

  @Test(arguments: rows, ["0", "-2", "abc"])
  func `an invalid page size of a list is refused`(
    _ row: (name: String, request: Request), _ size: String
  ) {
    var account = Self.account()
    var request = row.request
    request.headers[.msMaxItems] = size
    let response = account.send(request)
    #expect(response.status == .badRequest)
    #expect(
      response.json?["message"]?.string?.hasPrefix("The input PageSize \(size) is invalid.") == true
    )
  }

  @Test func `a continuation token stays valid while databases are added and deleted`() {
    var account = Self.account()
    var request = Request(.get, "/dbs", headers: [.msMaxItems: "2"])
    let first = account.send(request)
    request.headers[.msContinuation] = first.headers[.msContinuation]
    account.send(.init(.delete, "/dbs/d2"))
    account.send(.json(.post, "/dbs", ["id": "d6"]))
    let second = account.send(request).json?["Databases"]?.array
    #expect(second?.map { $0["id"] } == ["d3", "d4"])
  }
}
