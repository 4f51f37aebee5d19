import CRUD
import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Every call of the CRUD SDK` {
  typealias Report = @Sendable (String) -> Void

  /// One test case: a call in its three forms, with the request that all send.
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let answer: Response
    let result: String
    let start: @Sendable (CRUD, @escaping Report) -> Void
    let wait: @Sendable (CRUD) throws -> String
    let value: @Sendable (CRUD) async throws -> String
    var testDescription: String { line }
  }

  private static func text(_ value: Any?, _ error: (any Error)?) -> String {
    if let error { return "\(error)" }
    switch value {
    case let data as Data: return String(decoding: data, as: UTF8.self)
    case let author as Author: return author.name ?? "-"
    case let authors as [Author]: return authors.map { $0.name ?? "-" }.joined(separator: " ")
    case let other?: return "\(other)"
    case nil: return "done"
    }
  }

  private static let one = Response.json(.ok, ["_id": "7", "name": "A"])
  private static let list = Response.json(.ok, [["name": "A"], ["name": "B"]])
  private static let count = Response.json(.ok, ["count": 3])

  private static func get(_ crud: CRUD) -> Get {
    crud.get(collection: "a", query: "{}").states([.draft])
  }

  private static func delete(_ crud: CRUD) -> Delete {
    crud.delete(collection: "a").states([.draft])
  }

  private static func patch(_ crud: CRUD) -> Patch {
    crud.patch(collection: "a").update(object: 1, for: "b").states([.draft])
  }

  private static let reads = [
    Row(
      line: "GET /v2/a/?_q=%7B%7D&_st=DRAFT", answer: list, result: #"[{"name":"A"},{"name":"B"}]"#,
      start: { crud, report in get(crud).async { report(text($0, $1)) } },
      wait: { text(try get($0).sync(), nil) }, value: { text(try await get($0).async(), nil) }),
    Row(
      line: "GET /v2/a/?_q=%7B%7D&_st=DRAFT", answer: list, result: "A B",
      start: { crud, report in get(crud).async(object: Author.self) { report(text($0, $1)) } },
      wait: { text(try get($0).sync(object: Author.self), nil) },
      value: { text(try await get($0).async(object: Author.self), nil) }),
    Row(
      line: "GET /v2/a/7?_q=%7B%7D&_st=DRAFT", answer: one, result: #"{"_id":"7","name":"A"}"#,
      start: { crud, report in get(crud).async(id: "7") { report(text($0, $1)) } },
      wait: { text(try get($0).sync(id: "7"), nil) },
      value: { text(try await get($0).async(id: "7"), nil) }),
    Row(
      line: "GET /v2/a/7?_q=%7B%7D&_st=DRAFT", answer: one, result: "A",
      start: { crud, report in
        get(crud).async(id: "7", object: Author.self) { report(text($0, $1)) }
      }, wait: { text(try get($0).sync(id: "7", object: Author.self), nil) },
      value: { text(try await get($0).async(id: "7", object: Author.self), nil) }),
    Row(
      line: "GET /v2/a/count?_q=%7B%7D&_st=DRAFT", answer: count, result: "3",
      start: { crud, report in get(crud).asyncCount { report(text($0, $1)) } },
      wait: { text(try get($0).count(), nil) },
      value: { text(try await get($0).asyncCount(), nil) }),
  ]

  private static let changes = [
    Row(
      line: #"POST /v2/a/ {"__STATE__":"TRASH","name":"A"}"#, answer: one, result: "7",
      start: { crud, report in
        crud.post(collection: "a").async(object: Author(name: "A"), state: .trash) {
          report(text($0, $1))
        }
      }, wait: { try $0.post(collection: "a").sync(object: Author(name: "A"), state: .trash) },
      value: {
        try await $0.post(collection: "a").async(object: Author(name: "A"), state: .trash)
      }),
    Row(
      line: #"POST /v2/a/ {"__STATE__":"TRASH","n":1}"#, answer: one, result: "7",
      start: { crud, report in
        crud.post(collection: "a").async(object: ["n": 1 as Any], state: .trash) {
          report(text($0, $1))
        }
      }, wait: { try $0.post(collection: "a").sync(object: ["n": 1 as Any], state: .trash) },
      value: {
        try await $0.post(collection: "a").async(object: ["n": 1 as Any], state: .trash)
      }),
    Row(
      line: #"POST /v2/a/ {"__STATE__":"TRASH","n":2}"#, answer: one, result: "7",
      start: { crud, report in
        crud.post(collection: "a").async(object: Data(#"{"n":2}"#.utf8), state: .trash) {
          report(text($0, $1))
        }
      },
      wait: { try $0.post(collection: "a").sync(object: Data(#"{"n":2}"#.utf8), state: .trash) },
      value: {
        try await $0.post(collection: "a").async(object: Data(#"{"n":2}"#.utf8), state: .trash)
      }),
    Row(
      line: #"POST /v2/a/7/state {"stateTo":"TRASH"}"#, answer: one, result: "done",
      start: { crud, report in
        crud.post(collection: "a").asyncChangeState(id: "7", newState: .trash) {
          report(text(nil, $0))
        }
      },
      wait: {
        try $0.post(collection: "a").syncChangeState(id: "7", newState: .trash)
        return "done"
      },
      value: {
        try await $0.post(collection: "a").asyncChangeState(id: "7", newState: .trash)
        return "done"
      }),
    Row(
      line: #"PATCH /v2/a/7?_st=DRAFT {"$set":{"b":1}}"#, answer: one, result: "7",
      start: { crud, report in patch(crud).async(id: "7") { report(text($0, $1)) } },
      wait: { try patch($0).sync(id: "7") }, value: { try await patch($0).async(id: "7") }),
    Row(
      line: "DELETE /v2/a/7?_st=DRAFT", answer: one, result: "done",
      start: { crud, report in delete(crud).async(id: "7") { report(text(nil, $0)) } },
      wait: {
        try delete($0).sync(id: "7")
        return "done"
      },
      value: {
        try await delete($0).async(id: "7")
        return "done"
      }),
    Row(
      line: "DELETE /v2/a/?_q=%7B%22n%22%3A1%7D&_st=DRAFT", answer: count, result: "3",
      start: { crud, report in
        delete(crud).async(queryBuilder: QueryBuilder().equals(key: "n", value: 1)) {
          report(text($0, $1))
        }
      },
      wait: {
        "\(try delete($0).sync(queryBuilder: QueryBuilder().equals(key: "n", value: 1)))"
      },
      value: {
        "\(try await delete($0).async(queryBuilder: QueryBuilder().equals(key: "n", value: 1)))"
      }),
  ]

  private static func blocking(_ row: Row, _ crud: CRUD) -> String {
    do { return try row.wait(crud) } catch { return "\(error)" }
  }

  @Test(arguments: reads + changes, [false, true])
  func `a call has the same request and result in all its forms`(
    _ row: Row, _ isRefused: Bool
  ) async {
    let stage = MockTransport(
      isRefused ? .json(.notFound, ["error": "e", "message": "m"]) : row.answer)
    let crud = stage.crud
    let received = Mailbox(of: String.self)
    row.start(crud) { received.put($0) }
    let expected = isRefused ? "The service returned status 404: e: m" : row.result
    #expect(await received.next() == expected)
    #expect(Self.blocking(row, crud) == expected)
    let value: String
    do { value = try await row.value(crud) } catch { value = "\(error)" }
    #expect(value == expected)
    #expect(stage.calls == [row.line, row.line, row.line])
  }

  private static let options: [(String, @Sendable (Get) -> Void)] = [
    ("_l=0", { $0.limit(0) }), ("_sk=0", { $0.skip(0) }), ("_l=3", { $0.limit(2).limit(3) }),
    ("_sk=3", { $0.skip(2).skip(3) }), ("_p=a%2Cb", { $0.limitProperties(["a", "b"]) }),
    ("_s=a", { $0.sortBy(property: "a") }),
    ("_s=-a", { $0.sortBy(property: "a", descending: true) }),
    ("_st=PUBLIC", { $0.states([.pub]) }),
    ("_st=TRASH%2CDELETED", { $0.states([.trash, .deleted]) }),
  ]

  @Test(arguments: options) func `each option is sent alone, and only if it has a meaning`(
    _ parameter: String, _ change: @Sendable (Get) -> Void
  ) throws {
    let stage = MockTransport(.json(.ok, 3))
    let get = stage.crud.get(collection: "a")
    change(get)
    _ = try get.sync()
    _ = try get.sync(id: "1")
    _ = try get.count()
    let name = parameter.prefix { $0 != "=" }
    #expect(
      stage.calls == [
        "GET /v2/a/?\(parameter)",
        "GET /v2/a/1" + (["_p", "_st"].contains(name) ? "?\(parameter)" : ""),
        "GET /v2/a/count" + (name == "_st" ? "?\(parameter)" : ""),
      ])
  }

  @Test func `states have the service's names`() {
    #expect(State.allCases.map(\.rawValue) == ["PUBLIC", "DRAFT", "TRASH", "DELETED"])
  }
}
