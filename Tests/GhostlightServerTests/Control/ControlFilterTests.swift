import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Filters of the control API` {
  /// Returns a desk whose journal has five requests to two emulators in turn; 2 and 3 have no route.
  private static func desk() -> ControlDesk {
    let desk = ControlDesk.twins()
    for number in 1...5 {
      let method: HTTPRequest.Method = [2, 3].contains(number) ? .patch : .get
      desk.send(
        method, RequestTarget("/note/\(number)"),
        by: number.isMultiple(of: 2) ? "second" : "stackmob")
    }
    return desk
  }

  @Test(
    arguments: [
      ("requests", [1, 2, 3, 4, 5], 5), ("requests?limit=0", [], 5), ("requests?limit=1", [5], 5),
      ("requests?limit=4", [2, 3, 4, 5], 5), ("requests?limit=5", [1, 2, 3, 4, 5], 5),
      ("requests?limit=6", [1, 2, 3, 4, 5], 5), ("requests?after=0", [1, 2, 3, 4, 5], 5),
      ("requests?after=1", [2, 3, 4, 5], 4), ("requests?after=4", [5], 1),
      ("requests?after=5", [], 0), ("requests?after=2&limit=2", [4, 5], 3),
      ("requests?emulator=second", [2, 4], 2), ("requests?emulator=stackmob", [1, 3, 5], 3),
      ("requests?emulator=second&after=2", [4], 1), ("requests/unmatched", [2, 3], 2),
      ("requests/unmatched?emulator=second", [2], 1), ("requests/unmatched?after=2", [3], 1),
      ("requests/unmatched?limit=1", [3], 2), ("requests?namespace=other", [], 0),
    ] as [(String, [Int64], Int64)])
  func `each filter of the journal alone decides`(
    _ path: String, _ numbers: [Int64], _ total: Int64
  ) {
    let answer = Self.desk().call(.get, path).json
    #expect(answer?["requests"]?.array?.compactMap { $0["number"]?.integer } == numbers)
    #expect(answer?["total"] == .integer(total))
  }

  @Test func `a list of requests has a hundred of them unless the limit is different`() {
    let desk = ControlDesk()
    for _ in 1...101 { desk.send(.get, "/") }
    #expect(desk.call(.get, "requests").json?["requests"]?.array?.count == 100)
    #expect(desk.call(.get, "requests").json?["total"] == 101)
    #expect(desk.call(.get, "requests?limit=101").json?["requests"]?.array?.count == 101)
  }

  @Test(
    arguments: [
      ("recording?redact=false", [1, 2, 3, 4, 5]), ("recording?emulator=second", [2, 4]),
      ("recording?numbers=2-3,5", [2, 3, 5]), ("recording?numbers=9", []),
      ("recording?emulator=second&numbers=1-2", [2]), ("recording?namespace=other", []),
    ] as [(String, [Int64])])
  func `each filter of a recording alone decides`(_ path: String, _ numbers: [Int64]) {
    let entries = Self.desk().call(.get, path).json?["log"]?["entries"]?.array
    #expect(entries?.compactMap { $0["_number"]?.integer } == numbers)
  }

  @Test(
    arguments: [
      ("emulator=second", "app", [2, 4]), ("emulator=second&consumer=me", "me", [2, 4]),
      ("numbers=1,3,5", "app", [1, 3, 5]), ("numbers=1-2&emulator=second", "app", [2]),
    ] as [(String, String, [Int64])])
  func `each filter of a contract draft alone decides`(
    _ query: String, _ consumer: String, _ numbers: [Int64]
  ) {
    let draft = Self.desk().call(.get, "contracts/draft?" + query).json
    let found = (draft?["interactions"]?.array ?? []).flatMap { $0["numbers"]?.array ?? [] }
    #expect(found.compactMap(\.integer).sorted() == numbers)
    #expect(draft?["consumer"] == .string(consumer))
    #expect(draft?["namespace"] == "default")
  }

  private static func library() -> ControlDesk {
    ControlDesk { configuration in
      configuration.services = [
        .mia(), Service(name: "library", title: "Library", port: 1, seed: LibraryBackend()),
      ]
    }
  }

  @Test(
    arguments: [
      ("", ["moby", "emma"], nil), ("?limit=1", ["moby"], "1"),
      ("?limit=2", ["moby", "emma"], nil),
      ("?search=Moby", ["moby"], nil), ("?search=zzz", [], nil),
      ("?offset=0", ["moby", "emma"], nil),
      ("?offset=1", ["emma"], nil), ("?offset=2", [], nil),
    ] as [(String, [String], String?)])
  func `each filter of a table's rows alone decides`(
    _ query: String, _ keys: [String], _ next: String?
  ) {
    let desk = Self.library()
    let answer = desk.call(.get, "data/library/books" + query).json
    let found = Set((answer?["rows"]?.array ?? []).compactMap { $0["key"]?.string })
    #expect(found.count == keys.count)
    if query.contains("search") || query.isEmpty { #expect(found == Set(keys)) }
    #expect((answer?["next"] != nil) == (next != nil))
    #expect(answer?["total"] == 2)
    #expect(answer?["emulator"] == "library" && answer?["table"] == "books")
    if let next = answer?["next"]?.string {
      let rest = desk.call(.get, "data/library/books?after=\(next)").json
      let keys = (rest?["rows"]?.array ?? []).compactMap { $0["key"]?.string }
      #expect(found.union(keys) == ["moby", "emma"] && keys.count == 1)
    }
  }

  @Test func `tables are those of all emulators or of one`() {
    let desk = Self.library()
    let emulators = { (path: String) in
      (desk.call(.get, path).json?["tables"]?.array ?? []).compactMap { $0["emulator"]?.string }
    }
    #expect(Set(emulators("data")) == ["mia", "library"])
    #expect(Set(emulators("data?emulator=library")) == ["library"])
    #expect(Set(emulators("data?emulator=mia")) == ["mia"])
  }

  @Test(arguments: [(1, 200), (1000, 200), (0, 400), (1001, 400)])
  func `a page has from 1 to 1000 rows`(_ limit: Int, _ status: Int) {
    let answer = Self.library().call(.get, "data/library/books?limit=\(limit)")
    #expect(answer.status.code == status)
    guard status == 400 else { return }
    #expect(answer.json == ["error": "\"limit\" must be a whole number from 1 to 1000"])
  }

  @Test(arguments: [(99, false), (100, false), (101, true)])
  func `a comparison shows up to a hundred rows of a table, and a page as many`(
    _ count: Int, _ isTruncated: Bool
  ) {
    let desk = Self.library()
    for number in 1...count {
      _ = desk.call(.put, "data/library/books/n\(number)?namespace=two", ["title": "T"])
    }
    for (query, kind) in [("one=default&other=two", "onlyOther"), ("one=two", "onlyOne")] {
      let table = desk.call(.get, "comparison?" + query).json?["tables"]?[0]
      #expect(table?[kind] == .integer(Int64(count)))
      #expect(table?["changed"] == 0)
      #expect(table?["rows"]?.array?.count == min(count, 100))
      #expect(table?["rows"]?.array?.allSatisfy { $0["kind"] == .string(kind) } == true)
      #expect(table?["truncated"] == .bool(isTruncated))
    }
    let page = desk.call(.get, "data/library/books?namespace=two").json
    #expect(page?["total"] == .integer(Int64(count + 2)))
    #expect(page?["rows"]?.array?.count == min(count + 2, 100))
  }

  @Test func `each member of a sent request alone decides`() throws {
    let desk = ControlDesk()
    let send = { (member: String, value: JSON) -> JSON? in
      var body: JSONObject = ["emulator": "stackmob", "path": "/note"]
      body[member] = value
      let answer = desk.call(.post, "requests", .object(body))
      return answer.status == .created ? answer.json?["request"] : ["error": .string(answer.text)]
    }
    let plain = send("path", "/note")
    #expect(plain?["method"] == "GET" && plain?["path"] == "/note" && plain?["body"] == "")
    #expect(plain?["headers"] == [])
    #expect(send("method", "HEAD")?["method"] == "HEAD")
    #expect(send("path", "/note/a?b=c")?["path"] == "/note/a?b=c")
    #expect(send("body", "ab")?["body"] == "ab")
    #expect(
      send("headers", [["name": "Host", "value": "x"], ["name": "X-A", "value": "1"]])?["headers"]
        == [["name": "X-A", "value": "1"]])
    #expect(
      send("sign", true)?["headers"] == [
        ["name": "X-StackMob-API-Key", "value": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]
      ])
    #expect(send("sign", false)?["headers"] == [])
    #expect(
      send("namespace", "mine")?["headers"] == [
        ["name": "X-Ghostlight-Namespace", "value": "mine"]
      ])
    let body: JSON = [
      "emulator": "stackmob", "method": "POST", "body": "/wA=", "encoding": "base64",
      "headers": [["name": "Content-Length", "value": "99"]],
    ]
    let sent = desk.call(.post, "requests", body).json?["request"]
    #expect(sent?["body"] == "/wA=" && sent?["bytes"] == 2)
    #expect(sent?["headers"] == [["name": "Content-Length", "value": "2"]])
  }
}
