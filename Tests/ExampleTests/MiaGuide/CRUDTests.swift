import CRUD
import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

/// Runs the samples of the guide unchanged, except for placeholders of existing values.
@Suite(.limitedConcurrency) struct `The guide on CRUD` {
  /// The meaning of `Error` in the guide's samples.
  private typealias Error = any Swift.Error

  /// The class of the guide's authors.
  private final class Author: Codable {
    var name: String?
    var surname: String?
    var age: Int?
  }

  private static let authors: [JSONObject] = [
    ["name": "Giovanni", "surname": "Verga", "age": 40, "__STATE__": "PUBLIC"],
    ["name": "Carlo", "surname": "Goldoni", "age": 50, "__STATE__": "PUBLIC"],
    ["name": "Anna", "surname": "Banti", "age": 60, "__STATE__": "PUBLIC"],
  ]

  /// The module supports BaaS from version 4 and needs none of the other modules.
  @Test func `CRUD Framework`() throws {
    let app = try CRUDGuideApp(authors: Self.authors)
    let id = try app.crud.post(collection: "author").sync(object: ["name": "Italo"], state: .pub)
    let patch = app.crud.patch(collection: "author").update(object: "Calvino", for: "surname")
    #expect(try patch.sync(id: id) == id)
    #expect(
      try app.crud.get(collection: "author").sync(id: id, object: Author.self).surname == "Calvino")
    try app.crud.delete(collection: "author").sync(id: id)
    #expect(try app.crud.get(collection: "author").count() == 3)
  }

  // The other instruction is `import CRUD` at the top of this file.
  @Test func `Add the CRUD module to your Xcode project`() throws {
    let error = #expect(throws: CRUDError.self) {
      try CRUD(basePath: "", secret: "").get(collection: "author").sync()
    }
    guard case .invalidURL? = error else {
      Issue.record("\(String(describing: error)) is no problem of an address")
      return
    }
  }

  @Test func `Create, Read, Update, Delete: an instance has a base path and a secret`() {
    let crud = CRUD(basePath: "<YourProjectBasePath>", secret: "<YourProjectSecret>")

    #expect(throws: CRUDError.self) { try crud.get(collection: "author").sync() }
  }

  @Test func `Create, Read, Update, Delete: a request to a collection`() throws {
    let app = try CRUDGuideApp(authors: Self.authors)
    let crud = app.crud

    crud.get(collection: "author", queryBuilder: nil)

    #expect(try app.lastRequest() == nil)
    #expect(try crud.get(collection: "author", queryBuilder: nil).count() == 3)
  }

  @Test func `Create, Read, Update, Delete: a synchronous query of the builder`() throws {
    let app = try CRUDGuideApp(authors: Self.authors)
    let crud = app.crud

    let query = QueryBuilder().or(
      queryBuilders: QueryBuilder().equals(key: "name", value: "Giovanni"),
      QueryBuilder().equals(key: "name", value: "Carlo"))
    let get = crud.get(collection: "author", queryBuilder: query)

    get.limit(200)
    get.skip(500)
    get.limitProperties(["name", "surname", "age"])
    get.sortBy(property: "age", descending: true)

    let data: Data = try get.sync()
    let result = try JSONSerialization.jsonObject(with: data, options: .allowFragments)

    #expect((result as? [Any])?.isEmpty == true)
    #expect(
      try app.lastRequest()?.target.raw
        == "/v2/author/?_l=200&_p=name%2Csurname%2Cage"
        + "&_q=%7B%22%24or%22%3A%5B%7B%22name%22%3A%22Giovanni%22%7D%2C%7B%22name%22%3A%22Carlo"
        + "%22%7D%5D%7D&_s=-age&_sk=500")
  }

  @Test func `Create, Read, Update, Delete: a query from a string`() throws {
    let crud = try CRUDGuideApp(authors: Self.authors).crud
    let get = crud.get(collection: "author", query: #"{"age":{"$gt":45}}"#)
    #expect(try get.sync(object: Author.self).map(\.name) == ["Carlo", "Anna"])
  }

  @Test func `Create, Read, Update, Delete: an asynchronous query`() async throws {
    let get = try CRUDGuideApp(authors: Self.authors).crud.get(collection: "author")
    let counts = Mailbox(of: Int?.self)

    get.async { (data: Data?, error: Error?) in
      if let data = data, error == nil {
        let result = try? JSONSerialization.jsonObject(with: data, options: .allowFragments)
        counts.put((result as? [Any])?.count)
      }
    }

    #expect(await counts.next() == 3)
  }

  @Test func `Create, Read, Update, Delete: Codable objects`() throws {
    let get = try CRUDGuideApp(authors: Self.authors).crud.get(collection: "author")

    let authors: [Author] = try get.sync(object: Author.self)

    #expect(authors.map(\.surname) == ["Verga", "Goldoni", "Banti"])
  }

  @Test func `Create, Read, Update, Delete: the session is set and reset`() throws {
    let app = try CRUDGuideApp()
    let crud = app.crud
    let sid = try #require(HTTPField.Name("sid"))

    crud.setSessionID(sessionID: "<YourSID>")
    _ = try crud.get(collection: "author").sync()
    #expect(try app.lastRequest()?.headers[sid] == "<YourSID>")

    crud.resetSessionID()
    _ = try crud.get(collection: "author").sync()
    #expect(try app.lastRequest()?.headers[sid] == nil)
  }

  @Test func `Create, Read, Update, Delete: an object is created`() throws {
    let app = try CRUDGuideApp()
    let crud = app.crud

    let post = crud.post(collection: "author")

    let author = Author()
    author.name = "Alessandro"
    author.surname = "Manzoni"

    // object is the Encodable object instance to create, state is the state of the object: PUBLIC,DRAFT,DELETED,TRASH
    let id: String = try post.sync(object: author, state: .pub)

    let stored = try app.author(id)
    #expect(stored["name"] == "Alessandro")
    #expect(stored["surname"] == "Manzoni")
    #expect(stored["__STATE__"] == "PUBLIC")
  }

  @Test func `Create, Read, Update, Delete: an object is created from a dictionary or Data`()
    throws
  {
    let app = try CRUDGuideApp()
    let post = app.crud.post(collection: "author")

    let first = try post.sync(object: ["name": "Alessandro", "age": 88])
    let second = try post.sync(object: Data(#"{"name":"Giacomo"}"#.utf8), state: .draft)

    #expect(try app.author(first)["age"] == 88)
    #expect(try app.author(second)["name"] == "Giacomo")
    #expect(try app.author(second)["__STATE__"] == "DRAFT")
  }

  @Test func `Create, Read, Update, Delete: an object is updated`() throws {
    let app = try CRUDGuideApp()
    let crud = app.crud
    let objectID = try app.add(["name": "Alessandro", "__STATE__": "PUBLIC"])

    let patch = crud.patch(collection: "author")
    patch.update(object: 88, for: "age")
    let id = try patch.sync(id: objectID)

    #expect(id == objectID)
    #expect(try app.author(id)["age"] == 88)
  }

  @Test func `Create, Read, Update, Delete: an object gets another state`() throws {
    let app = try CRUDGuideApp()
    let crud = app.crud
    let objectID = try app.add(["name": "Alessandro", "__STATE__": "PUBLIC"])

    let post = crud.post(collection: "author")
    try post.syncChangeState(id: objectID, newState: .draft)

    #expect(try app.author(objectID)["__STATE__"] == "DRAFT")
  }
}
