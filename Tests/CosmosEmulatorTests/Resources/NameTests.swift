import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of two Unicode spellings of a name, which Swift's strings treat as equal.
@Suite struct `Names that look alike in Cosmos DB` {
  private static let spellings = ["caf\u{e9}", "cafe\u{301}"]

  private static func path(_ name: String) -> RequestTarget {
    RequestTarget(
      "/dbs/"
        + name.utf8.map { byte in
          let digits = String(byte, radix: 16)
          return "%" + (digits.count < 2 ? "0" + digits : digits)
        }.joined())
  }

  @Test func `databases, containers, users and permissions with such names differ`() throws {
    var account = CosmosAccount.shop()
    let resources: [(RequestTarget, JSONObject, String)] = [
      ("/dbs", [:], "Databases"),
      ("/dbs/shop/colls", ["partitionKey": ["paths": ["/pk"]]], "DocumentCollections"),
      ("/dbs/shop/users", [:], "Users"),
    ]
    for (target, more, list) in resources {
      for name in Self.spellings {
        var body = more
        body["id"] = .string(name)
        #expect(account.send(.json(.post, target, .object(body))).status == .created)
        #expect(account.send(.json(.post, target, .object(body))).status == .conflict)
      }
      let found = account.send(Request(.get, target)).json?[list]?.array ?? []
      let names = found.compactMap { $0["id"]?.string.map(BytewiseString.init) }
      #expect(Self.spellings.allSatisfy { names.contains(BytewiseString($0)) })
    }
    for name in Self.spellings {
      let body: JSON = [
        "id": .string(name), "permissionMode": "Read",
        "resource": .string("dbs/shop/colls/\(name)"),
      ]
      let target: RequestTarget = "/dbs/shop/users/jack/permissions"
      #expect(account.send(.json(.post, target, body)).status == .created)
      #expect(account.send(.json(.post, target, body)).status == .conflict)
    }
  }

  @Test func `names that look alike lead to different databases, even after a restore`() throws {
    var account = CosmosAccount()
    for name in Self.spellings { account.send(.json(.post, "/dbs", ["id": .string(name)])) }
    var copy = CosmosAccount()
    try copy.backend.restore(account.backend.snapshot)
    for name in Self.spellings {
      for response in [
        account.send(Request(.get, Self.path(name))),
        copy.send(Request(.get, Self.path(name))),
      ] {
        #expect(response.json?["id"]?.string.map(BytewiseString.init) == BytewiseString(name))
      }
    }
    #expect(copy.send(Request(.delete, Self.path(Self.spellings[0]))).status == .noContent)
    #expect(copy.send(Request(.get, Self.path(Self.spellings[1]))).status == .ok)
  }

  @Test func `names that look alike are different columns of a query`() {
    var account = CosmosAccount.shop()
    var document = JSONObject()
    document.append("id", "both")
    document.append("kind", "light")
    for (number, name) in Self.spellings.enumerated() {
      document.append(name, .integer(Int64(number)))
    }
    account.send(CosmosAccount.goods(.post, body: .object(document)))
    let columns = Self.spellings.map { #"c["\#($0)"]"# }.joined(separator: ", ")
    let response = account.send(
      CosmosAccount.query(#"SELECT \#(columns) FROM c WHERE c.id = "both""#))
    #expect(response.json?["Documents"]?[0]?.object?.count == 2)
  }
}
