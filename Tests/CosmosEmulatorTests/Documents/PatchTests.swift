import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of `PATCH` requests (B16).
@Suite struct `Patches of Cosmos DB` {
  static let document: JSON = [
    "id": "p", "kind": "light", "n": 1, "text": "a", "list": [1, 2], "deep": ["x": ["y": 1]],
  ]

  @Test(arguments: rows)
  func `a patch operation has the documented effect, or is refused`(
    _ operation: String, _ path: String, _ result: String?
  ) throws {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.post, body: Self.document))
    let operations = try JSON.parse(Array("[\(operation)]".utf8))
    let response = account.send(
      CosmosAccount.goods(.patch, "p", body: ["operations": operations]))
    guard let result else {
      #expect(response.status == .badRequest)
      return
    }
    #expect(response.status == .ok)
    var value = response.json
    for name in path.split(separator: ".") { value = value?[String(name)] }
    #expect(value?.text() ?? "-" == result)
  }

  static let rows: [(String, String, String?)] = [
    (#"{"op":"add","path":"/new","value":null}"#, "new", "null"),
    (#"{"op":"add","path":"/n","value":9}"#, "n", "9"),
    (#"{"op":"add","path":"/list/0","value":0}"#, "list", "[0,1,2]"),
    (#"{"op":"add","path":"/list/2","value":3}"#, "list", "[1,2,3]"),
    (#"{"op":"add","path":"/list/-","value":3}"#, "list", "[1,2,3]"),
    (#"{"op":"add","path":"/list/3","value":3}"#, "list", nil),
    (#"{"op":"add","path":"/no/x","value":3}"#, "no", nil),
    (#"{"op":"set","path":"/list/0","value":9}"#, "list", "[9,2]"),
    (#"{"op":"set","path":"/list/2","value":9}"#, "list", "[1,2,9]"),
    (#"{"op":"set","path":"/deep/x/z","value":2}"#, "deep.x", #"{"y":1,"z":2}"#),
    (#"{"op":"set","path":"/text/x","value":2}"#, "text", nil),
    (#"{"op":"replace","path":"/n","value":"b"}"#, "n", #""b""#),
    (#"{"op":"replace","path":"/no","value":1}"#, "no", nil),
    (#"{"op":"replace","path":"/list/2","value":1}"#, "list", nil),
    (#"{"op":"remove","path":"/n"}"#, "n", "-"),
    (#"{"op":"remove","path":"/list/0"}"#, "list", "[2]"),
    (#"{"op":"remove","path":"/no"}"#, "no", nil),
    (#"{"op":"incr","path":"/n","value":2}"#, "n", "3"),
    (#"{"op":"incr","path":"/n","value":-0.5}"#, "n", "0.5"),
    (#"{"op":"incr","path":"/fresh","value":5}"#, "fresh", "5"),
    (#"{"op":"incr","path":"/text","value":1}"#, "text", nil),
    (#"{"op":"incr","path":"/n","value":"1"}"#, "n", nil),
    (#"{"op":"incr","path":"/list/1","value":1}"#, "list", "[1,3]"),
    (#"{"op":"incr","path":"/list/2","value":1}"#, "list", nil),
    (#"{"op":"move","from":"/n","path":"/m"}"#, "m", "1"),
    (#"{"op":"move","from":"/n","path":"/m"}"#, "n", "-"),
    (#"{"op":"move","from":"/no","path":"/m"}"#, "m", nil),
    (#"{"op":"move","from":"/deep","path":"/deep/x/z"}"#, "deep", nil),
    (#"{"op":"move","from":"/list/0","path":"/list/1"}"#, "list", "[2,1]"),
    (#"{"op":"set","path":"/a~1b","value":1}"#, "a/b", "1"),
    (#"{"op":"set","path":"/a~0b","value":1}"#, "a~b", "1"),
    (#"{"op":"set","path":"/id","value":"x"}"#, "id", nil),
    (#"{"op":"set","path":"/_ts","value":1}"#, "_ts", nil),
    (#"{"op":"set","path":"/kind","value":"x"}"#, "kind", nil),
    (#"{"op":"remove","path":"/kind"}"#, "kind", nil),
    (#"{"op":"set","path":"n","value":1}"#, "n", nil),
    (#"{"op":"set","path":"/n"}"#, "n", nil),
    (#"{"op":"twist","path":"/n","value":1}"#, "n", nil),
    (#"{"path":"/n","value":1}"#, "n", nil),
    (#"{"op":"set","path":"/n","value":5},{"op":"incr","path":"/n","value":1}"#, "n", "6"),
    (#"{"op":"set","path":"/n","value":5},{"op":"remove","path":"/no"}"#, "n", nil),
  ]

  @Test(arguments: [
    #"[]"#, #"null"#, #"[{"op":"twist"}]"#, #"[{"op":"remove","path":"/no"}]"#,
    #"[{"op":"set","path":"/id","value":1}]"#,
    #"[{"op":"move","from":"/deep","path":"/deep/x/z"}]"#,
  ])
  func `a condition is checked before the operations`(_ operations: String) throws {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.post, body: Self.document))
    let list = try JSON.parse(Array(operations.utf8))
    let statuses = ["FROM c WHERE c.n = 2", "FROM c WHERE c.n = 1"].map { condition in
      account.send(
        CosmosAccount.goods(
          .patch, "p", body: ["operations": list, "condition": .string(condition)])
      ).status.code
    }
    #expect(statuses == [412, 400])
  }

  @Test(arguments: [
    ("FROM c WHERE c.n = 1", 200), ("from x where x.n = 1", 200), ("FROM c", 200),
    ("FROM c WHERE c.n = 2", 412), ("FROM c WHERE c.nope", 412), ("WHERE c.n = 1", 400),
    ("FROM c WHERE x.n = 1", 400), ("", 400),
  ])
  func `a patch is applied only if its condition holds`(_ condition: String, _ status: Int) {
    var account = CosmosAccount.shop()
    account.send(CosmosAccount.goods(.post, body: Self.document))
    let response = account.send(
      CosmosAccount.goods(
        .patch, "p",
        body: [
          "operations": [["op": "set", "path": "/n", "value": 7]],
          "condition": .string(condition),
        ]))
    #expect(response.status.code == status)
  }
}
