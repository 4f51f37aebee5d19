import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Data store requests` {
  private static let fields = """
    Accept: application/vnd.stackmob+json; version=0
    X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13
    User-Agent: StackMob/2.2.0 (test)
    """

  /// One test case: a call, and the request line, additional header fields and body that it must
  /// send.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let line: String
    var further = ""
    var body = ""
    let call: @Sendable (SMDataStore) async throws -> Void

    init(
      _ line: String, _ body: String? = nil, further: String = "",
      call: @escaping @Sendable (SMDataStore) async throws -> Void
    ) {
      testDescription = line
      self.line = line
      self.further = further
      if let body {
        self.further = "Content-Type: application/json\n" + further
        self.body = "\n" + body
      }
      self.call = call
    }
  }

  private static let rows = [
    Row("POST /todo", #"{"done":false,"priority":2,"title":"Take out the trash"}"#) {
      try await $0.createObject(
        ["title": "Take out the trash", "done": false, "priority": 2], inSchema: "Todo")
    },
    Row("POST /Todo/1/Tags", #"{"name":"a"}"#) {
      try await $0.createObject(["name": "a"], inSchema: "Todo/1/Tags")
    },
    Row("POST /todo", #"[{"todo_id":"a1"},{"todo_id":"a2"}]"#) {
      _ = try await $0.createObjects([["todo_id": "a1"], ["todo_id": "a2"]], inSchema: "TODO")
    },
    Row("GET /todo/a%20b", further: "X-StackMob-Expand: 1\n") {
      _ = try await $0.readObject(
        withId: "a b", inSchema: "Todo", options: SMRequestOptions(expandDepth: 1))
    },
    Row("GET /todo/%3A%2F%2E%3F%26%3D%3B%2B%21%40%23%24%28%29%7E%5B%5D%25%22%C3%A9-_") {
      _ = try await $0.readObject(
        withId: ":/.?&=;+!@#$()~[]%\"\u{e9}-_", inSchema: "todo")
    },
    Row("PUT /todo/1", #"{"title":"x"}"#) {
      try await $0.updateObject(withId: "1", inSchema: "todo", update: ["title": "x"])
    },
    Row("PUT /todo/1", #"{"likes[inc]":-2}"#) {
      try await $0.updateAtomicCounter(withId: "1", field: "likes", inSchema: "todo", by: -2)
    },
    Row("DELETE /todo/1") { try await $0.deleteObjectId("1", inSchema: "todo") },
    Row("POST /todo/1/tags", #"[{"name":"a"}]"#) {
      _ = try await $0.createAndAppendRelatedObjects(
        [["name": "a"]], toObjectWithId: "1", inSchema: "Todo", relatedField: "tags")
    },
    Row("PUT /todo/1/tags", #"["i2","i3"]"#) {
      try await $0.appendObjects(
        ["i2", "i3"], toObjectWithId: "1", inSchema: "todo", field: "tags")
    },
    Row("DELETE /todo/1/tags/i1,2,a%2Fb") {
      try await $0.deleteObjects(
        ["i1", 2, "a/b"], fromObjectWithId: "1", schema: "todo", field: "tags")
    },
    Row("DELETE /todo/1/tags/i1", further: "X-StackMob-CascadeDelete: true\n") {
      try await $0.deleteObjects(
        ["i1"], fromObjectWithId: "1", schema: "todo", field: "tags", cascadeDelete: true)
    },
    Row(
      "GET /todo?name=a%20b%2Bc.d,e&age[gte]=2",
      further: "Range: objects=0-9\nX-StackMob-OrderBy: age:asc\n"
    ) {
      let query = SMQuery(schema: "Todo")
      query.where("name", isEqualTo: "a b+c.d,e")
      query.where("age", isGreaterThanOrEqualTo: 2)
      query.order(byField: "age", ascending: true)
      query.limit(10)
      _ = try await $0.perform(query)
    },
    Row("GET /todo?title=one", further: "Range: objects=0-0\n") {
      let query = SMQuery(schema: "todo")
      query.where("title", isEqualTo: "one")
      query.limit(5)
      _ = try? await $0.performCount(query)
    },
  ]

  @Test(arguments: rows) func `a call sends the reference's request`(_ row: Row) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    try await row.call(try SMClient.of(stage).dataStore())
    let line = row.line.replacing(" /", with: " http://127.0.0.1:8080/", maxReplacements: 1)
    #expect(stage.texts == ["\(line)\n\(Self.fields)\n\(row.further)\(row.body)"])
  }

  /// Runs with and without `escapesBrackets`, with which brackets are encoded before the request is
  /// signed.
  @Test(arguments: [
    (false, "[gte]", "yVVN/hMLo9SR0oXehMyiIbhjY6E="),
    (true, "%5Bgte%5D", "DJrARed6wQ5TsJwBqu8rZqBEjRQ="),
  ]) func `a query has the signature of the reference's vectors`(
    _ escapes: Bool, _ operation: String, _ mac: String
  ) async throws {
    let stage = MockTransport(.json(.ok, []))
    let client = try SMClient.of(stage, loggedIn: true) { $0.escapesBrackets = escapes }
    let query = SMQuery(schema: "todo")
    query.where("done", isEqualTo: false)
    query.where("priority", isGreaterThanOrEqualTo: 2)
    query.order(byField: "createddate", ascending: true)
    query.fromIndex(0, to: 1)
    _ = try await client.dataStore().perform(query)
    let signature = #"ts="1371040000",nonce="n4711",mac="\#(mac)""#
    #expect(
      stage.texts == [
        """
        GET http://127.0.0.1:8080/todo?done=false&priority\(operation)=2
        \(Self.fields)
        Range: objects=0-1
        X-StackMob-OrderBy: createddate:asc
        Authorization: MAC id="a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6",\(signature)

        """
      ])
  }

  @Test func `a request to the real host has no port in its signature`() async throws {
    let stage = MockTransport(.json(.created, [:]))
    let client = try SMClient.of(stage, loggedIn: true, apiHost: DEFAULT_API_HOST) {
      $0.now = { Date(timeIntervalSince1970: 1_371_040_060.9) }
      $0.nonce = { "n17" }
    }
    try await client.dataStore().createObject([:], inSchema: "todo")
    let authorization = stage.requests.first?.headers[.authorization]
    #expect(stage.requests.first?.authority == "api.stackmob.com")
    #expect(authorization?.hasSuffix(#"mac="KorXepusDGnrmgq06kT13BMNXNM=""#) == true)
  }

  @Test func `counter updates are the same in all types of dictionaries`() {
    var counters: [AnyHashable: Any] = ["a": 1]
    counters.updateCounter(forField: "b", by: 2)
    #expect(Blocks.text(of: counters, []) == "a=1,b[inc]=2")
    #expect(
      Blocks.text(of: counters.appendingCounterUpdate(forField: "c", by: 3), [])
        == "a=1,b[inc]=2,c[inc]=3")
    let named: [String: Any] = ["a": 1]
    #expect(
      Blocks.text(of: named.appendingCounterUpdate(forField: "c", by: -3), []) == "a=1,c[inc]=-3")
  }
}
