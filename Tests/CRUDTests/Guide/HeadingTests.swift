import CRUD
import Foundation
import GhostlightCore
import MiaEmulator
import TestSupport
import Testing

/// Tests for each of the guide's headings about this module.
@Suite(.limitedConcurrency) struct `Guide - CRUD` {
  @Test func `CRUD Framework`() throws {
    let library = try Library()
    let id = try library.crud.post(collection: "author").sync(object: ["name": "A"], state: .pub)
    let get = library.crud.get(collection: "author")
    #expect(try get.sync(id: id, object: Author.self) == Author(name: "A"))
    try library.crud.patch(collection: "author").update(object: "B", for: "name").sync(id: id)
    #expect(try get.sync(object: Author.self) == [Author(name: "B")])
    try library.crud.delete(collection: "author").sync(id: id)
    #expect(try get.count() == 0)
    #expect(
      library.calls == [
        "POST /v2/author/ 200", "GET /v2/author/\(id) 200", "PATCH /v2/author/\(id) 200",
        "GET /v2/author/ 200", "DELETE /v2/author/\(id) 204", "GET /v2/author/count 200",
      ])
  }

  @Test func `Add the CRUD module to your Xcode project`() throws {
    // The guide's installation steps are replaced by `import CRUD`; an instance needs only a base
    // path and a secret.
    let library = try Library()
    let crud = CRUD(
      basePath: "http://127.0.0.1:4402/v2/", secret: "s3cr3t", transport: library.transport)
    #expect(try crud.get(collection: "author").sync() == Data("[]".utf8))
  }

  @Test func `Create, Read, Update, Delete`() async throws {
    let library = try Library(access: "login")
    let crud = library.crud
    let refused = CRUDError.http(
      statusCode: 401, error: "Unauthorized", message: "Unauthorized")
    #expect(throws: refused) { try crud.get(collection: "author").sync() }
    crud.setSessionID(sessionID: try library.logIn())
    let post = crud.post(collection: "author")
    let first = try post.sync(object: Author(name: "Giovanni", age: 40), state: .pub)
    try await post.async(object: ["name": "Carlo", "age": 50], state: .pub)
    try await post.async(object: Data(#"{"name":"Anna","age":60}"#.utf8), state: .pub)
    let query = QueryBuilder().or(
      queryBuilders: QueryBuilder().equals(key: "name", value: "Giovanni"),
      QueryBuilder().equals(key: "name", value: "Carlo"))
    let get = crud.get(collection: "author", queryBuilder: query)
    get.limit(200).sortBy(property: "age", descending: true)
    #expect(try get.sync(object: Author.self).map(\.name) == ["Carlo", "Giovanni"])
    let found = Mailbox(of: [String?].self)
    get.async(object: Author.self) { authors, _ in found.put((authors ?? []).map(\.name)) }
    #expect(await found.next() == ["Carlo", "Giovanni"])
    let patch = crud.patch(collection: "author").update(object: 88, for: "age")
    #expect(try patch.sync(id: first) == first)
    try post.syncChangeState(id: first, newState: .draft)
    #expect(try get.sync(object: Author.self).map(\.name) == ["Carlo"])
    #expect(try get.states([.draft]).sync(object: Author.self).map(\.age) == [88])
    crud.resetSessionID()
    #expect(throws: refused) { try get.sync() }
  }
}
