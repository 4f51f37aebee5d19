import CRUD
import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Requests` {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (CRUD) throws -> Void

    init(_ call: String, _ run: @escaping @Sendable (CRUD) throws -> Void) {
      testDescription = call
      self.run = run
    }
  }

  static let reads: [Row] = [
    Row("GET /v2/author/") { _ = try $0.get(collection: "author").sync() },
    Row("GET /v2/author/") { _ = try $0.get(collection: "author", query: "").sync() },
    Row("GET /v2/author/") {
      _ = try $0.get(collection: "author", queryBuilder: QueryBuilder()).sync()
    },
    Row("GET /v2/author/?_q=%7B%20%7D") {
      _ = try $0.get(collection: "author", query: "{ }").sync()
    },
    Row(
      "GET /v2/author/?_l=201&_p=name%2Csurname&_q=%7B%22a%22%3A1%7D&_s=age%2C-name&_sk=500"
        + "&_st=PUBLIC%2CDRAFT%2CTRASH%2CDELETED"
    ) {
      _ = try $0.get(collection: "author", queryBuilder: QueryBuilder().equals(key: "a", value: 1))
        .limit(201).skip(500).limitProperties(["name", "surname"]).sortBy(property: "age")
        .sortBy(property: "name", descending: true).states(State.allCases)
        .sync(object: Author.self)
    },
    Row("GET /v2/author/") {
      _ = try $0.get(collection: "author").limitProperties(["a"]).limitProperties([])
        .states([.draft]).states([]).sync()
    },
    Row("GET /v2/author/1?_p=name&_q=%7B%7D&_st=TRASH") {
      _ = try $0.get(collection: "author", query: "{}").limit(1).skip(2).sortBy(property: "a")
        .limitProperties(["name"]).states([.trash]).sync(id: "1")
    },
    Row("GET /v2/my%20author%2F%C3%A0/a%2Fb%3F") {
      _ = try $0.get(collection: "my author/à").sync(id: "a/b?")
    },
  ]

  static let changes: [Row] = [
    Row(#"POST /v2/author/ {"__STATE__":"PUBLIC","name":"A"}"#) {
      try $0.post(collection: "author").sync(object: Author(name: "A"), state: .pub)
    },
    Row(#"POST /v2/author/ {"name":"A"}"#) {
      try $0.post(collection: "author").sync(object: Data(#"{"name": "A"}"#.utf8))
    },
    Row(#"POST /v2/author/ {"__STATE__":"TRASH","age":null,"born":"1970-01-01T00:00:00.000Z"}"#) {
      try $0.post(collection: "author").sync(
        object: [
          "age": NSNull(), "name": String?.none as Any, "born": Date(timeIntervalSince1970: 0),
          "_id": "1", "creatorId": "a", "createdAt": 1, "updaterId": "b", "updatedAt": 2,
          "__STATE__": "DRAFT",
        ], state: .trash)
    },
    Row(#"POST /v2/author/ {"__STATE__":"DRAFT","name":"A"}"#) {
      try $0.post(collection: "author").sync(
        object: ["name": "A", "age": nil, "__STATE__": "DRAFT"] as [String: String?])
    },
    Row(#"POST /v2/author/1/state {"stateTo":"DELETED"}"#) {
      try $0.post(collection: "author").syncChangeState(id: "1", newState: .deleted)
    },
    Row(#"PATCH /v2/author/1 {"$set":{"age":88,"b.c":null,"who":{"name":"A"}}}"#) {
      try $0.patch(collection: "author").update(object: 88, for: "age")
        .update(object: nil, for: "b.c").update(object: Author(name: "A"), for: "who")
        .sync(id: "1")
    },
    Row(#"PATCH /v2/author/1?_st=DRAFT {"$set":{"b":1},"$unset":{"a":true}}"#) {
      try $0.patch(collection: "author").update(object: 1, for: "a").remove(property: "a")
        .remove(property: "b").update(object: 1, for: "b").states([.draft]).sync(id: "1")
    },
    Row(#"PATCH /v2/author/1 {"$inc":{"a":3,"b":0.5},"$push":{"t":{"$each":[1,"x"]},"u":[2]}}"#) {
      try $0.patch(collection: "author").increment(by: 1, for: "a").increment(by: 2, for: "a")
        .increment(by: 0.5, for: "b").push(object: 1, to: "t").push(object: "x", to: "t")
        .push(object: [2], to: "u").sync(id: "1")
    },
    Row("DELETE /v2/author/1?_st=TRASH") {
      try $0.delete(collection: "author").states([.trash]).sync(id: "1")
    },
  ]

  static let counts: [Row] = [
    Row("GET /v2/author/count?_q=%7B%7D&_st=DRAFT") {
      _ = try $0.get(collection: "author", query: "{}").limit(1).limitProperties(["a"])
        .states([.draft]).count()
    },
    Row("DELETE /v2/author/?_q=%7B%22a%22%3A1%7D&_st=PUBLIC%2CDRAFT") {
      try $0.delete(collection: "author").states([.pub, .draft])
        .sync(queryBuilder: QueryBuilder().equals(key: "a", value: 1))
    },
    Row("DELETE /v2/author/") { try $0.delete(collection: "author").sync(queryBuilder: nil) },
  ]

  @Test(arguments: reads) func `reads send their request`(_ row: Row) throws {
    let stage = MockTransport()
    try row.run(stage.crud)
    #expect(stage.calls == [row.testDescription])
  }

  @Test(arguments: changes) func `changes send their request`(_ row: Row) throws {
    let stage = MockTransport(.created)
    try row.run(stage.crud)
    #expect(stage.calls == [row.testDescription])
  }

  @Test(arguments: counts) func `counts send their request`(_ row: Row) throws {
    let stage = MockTransport(.json(.ok, 3))
    try row.run(stage.crud)
    #expect(stage.calls == [row.testDescription])
  }

  @Test func `requests have the secret, and the session until it is reset`() throws {
    let stage = MockTransport(.created)
    let crud = stage.crud
    let get = crud.get(collection: "author")
    _ = try get.sync()
    crud.setSessionID(sessionID: "9f1c")
    _ = try get.sync()
    try crud.post(collection: "author").sync(object: ["a": 1])
    crud.resetSessionID()
    _ = try get.sync()
    let secret = HTTPField(name: try #require(.init("secret")), value: "s3cr3t")
    let session = [
      secret, HTTPField(name: try #require(.init("sid")), value: "9f1c"),
      HTTPField(name: .cookie, value: "sid=9f1c"),
    ]
    let json = HTTPField(name: .contentType, value: "application/json")
    #expect(
      stage.requests.map { Array($0.headers) } == [[secret], session, session + [json], [secret]])
  }

  @Test(arguments: [
    ("https://host/v2", "https", "host", "/v2/author/"),
    ("http://127.0.0.1:4402/v2///", "http", "127.0.0.1:4402", "/v2/author/"),
    ("host/v2/", "https", "host", "/v2/author/"),
    ("HTTP://[::1]:80", "http", "[::1]:80", "/author/"),
  ])
  func `requests use the address of the base path`(
    _ basePath: String, _ scheme: String, _ authority: String, _ target: String
  ) throws {
    let stage = MockTransport()
    let crud = CRUD(basePath: basePath, secret: "s", transport: stage.transport)
    _ = try crud.get(collection: "author").sync()
    let request = try #require(stage.requests.first)
    #expect(request.scheme == scheme)
    #expect(request.authority == authority)
    #expect(request.target.raw == target)
  }
}
