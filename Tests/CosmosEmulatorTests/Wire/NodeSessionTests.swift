import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// A whole session of Microsoft's Node SDK 1.15.3, with the API version 2017-11-15 (B5).
@Suite struct `Sessions of the Node SDK 1 with Cosmos DB` {
  private static let collection = "dbs/sample database/colls/sample collection"

  /// Returns a session with a database, a collection with the key `/city`, and three documents.
  private static func session() -> NodeSession {
    var session = NodeSession()
    let database: JSON = ["id": "sample database"]
    #expect(session.send(.post, "", "dbs", database).status == .created)
    let definition: JSON = [
      "id": "sample collection", "partitionKey": ["paths": ["/city"], "kind": "Hash"],
    ]
    let new = session.send(.post, "dbs/sample database", "colls", definition)
    #expect(new.status == .created)
    #expect(new.headers[.msSessionToken] == "0:1")
    for (id, city, key) in [
      ("a", "Oslo", #"["Oslo"]"#), ("b", "Köln", #"["K\u00f6ln"]"#), ("c", nil, "[{}]"),
    ] as [(String, String?, String)] {
      // The SDK reads the collection before it writes a document, to learn the path of the key.
      let read = session.send(.get, collection)
      #expect(read.json?["partitionKey"]?["paths"] == ["/city"])
      var body: JSONObject = ["id": .string(id)]
      body["city"] = city.map { .string($0) }
      let created = session.send(
        .post, collection, "docs", .object(body), .init(partitionKey: key))
      #expect(created.status == .created)
    }
    return session
  }

  @Test func `each request has the header fields of the SDK's source`() {
    var session = Self.session()
    _ = session.send(
      .post, Self.collection, "docs", ["query": "SELECT * FROM c"],
      .init(maxItemCount: 2, acrossPartitions: true, isQuery: true))
    #expect(
      session.fields == [
        "Cache-Control: no-cache", "x-ms-version: 2017-11-15", "x-ms-consistency-level: Session",
        "User-Agent: linux/5.10.0 Nodejs/v8.11.3 documentdb-nodejs-sdk/1.15.3",
        "x-ms-documentdb-isquery: true", "Content-Type: application/query+json",
        "x-ms-max-item-count: 2", "x-ms-documentdb-query-enablecrosspartition: true",
        "x-ms-date: Fri, 20 Sep 2019 10:11:12 GMT",
        "authorization: type%3Dmaster%26ver%3D1.0%26sig%3D"
          + "z8vdoewCc%2FQZ6D%2BQx48nzOSg14usTKGfoFuWmg%2BBMpg%3D",
        "Accept: application/json", "x-ms-session-token: 0:4", "Content-Length: 27",
      ])
  }

  @Test func `documents are queried page by page, read, replaced, upserted and deleted`() {
    var session = Self.session()
    let query: JSON = ["query": "SELECT VALUE c.id FROM c"]
    var options = NodeSession.Options(maxItemCount: 2, acrossPartitions: true, isQuery: true)
    let first = session.send(.post, Self.collection, "docs", query, options)
    #expect(first.json?["Documents"] == ["a", "b"])
    options.continuation = first.headers[.msContinuation]
    let second = session.send(.post, Self.collection, "docs", query, options)
    #expect(second.json?["Documents"] == ["c"])
    #expect(second.headers[.msContinuation] == nil)

    let link = Self.collection + "/docs/b"
    let key = #"["K\u00f6ln"]"#
    let read = session.send(.get, link, nil, nil, .init(partitionKey: key))
    #expect(read.json?["city"] == "Köln")
    #expect(read.headers[.msSessionToken] == "0:4")
    let etag = read.json?["_etag"]?.string
    let new: JSON = ["id": "b", "city": "Köln", "n": 1]
    let replaced = session.send(
      .put, link, nil, new, .init(ifMatch: etag, partitionKey: key))
    #expect(replaced.status == .ok)
    #expect(replaced.headers[.msSessionToken] == "0:5")
    let stale = session.send(.put, link, nil, new, .init(ifMatch: etag, partitionKey: key))
    #expect(stale.status == .preconditionFailed)
    #expect(stale.headers[.msSessionToken] == "0:5")
    let upsert = session.send(
      .post, Self.collection, "docs", ["id": "c", "n": 2],
      .init(partitionKey: "[{}]", isUpsert: true))
    #expect(upsert.status == .ok)
    let known = session.send(
      .get, link, nil, nil,
      .init(ifNoneMatch: replaced.json?["_etag"]?.string, partitionKey: key))
    #expect(known.status == .notModified)
    #expect(session.send(.delete, link, nil, nil, .init(partitionKey: key)).status == .noContent)
    let gone = session.send(.get, link, nil, nil, .init(partitionKey: key))
    #expect(gone.status == .notFound)
    #expect(gone.headers[.msSessionToken] == "0:7")
    #expect(session.tokens.values.map { $0 } == [["0": 7]])
    #expect(session.send(.delete, Self.collection).status == .noContent)
    #expect(session.send(.delete, "dbs/sample database").status == .noContent)
  }

  /// The SDK's own test is `incrementalFeedTests.js`.
  @Test func `the change feed begins with all documents, and continues at its entity tag`() {
    var session = Self.session()
    let all = session.send(
      .get, Self.collection, "docs", nil, .init(changeFeed: "Incremental feed"))
    #expect(all.json?["Documents"]?.array?.map { $0["id"] } == ["a", "b", "c"])
    let upsert = session.send(
      .post, Self.collection, "docs", ["id": "a", "city": "Oslo", "n": 1],
      .init(partitionKey: #"["Oslo"]"#, isUpsert: true))
    #expect(upsert.status == .ok)
    var options = NodeSession.Options(
      ifNoneMatch: all.headers[.msETag], changeFeed: "Incremental feed")
    let changed = session.send(.get, Self.collection, "docs", nil, options)
    #expect(changed.json?["Documents"]?.array?.map { $0["n"] } == [1])
    options.ifNoneMatch = changed.headers[.msETag]
    #expect(session.send(.get, Self.collection, "docs", nil, options).status == .notModified)
  }

  @Test func `a stored procedure is refused by name, as with newer versions`() {
    var session = Self.session()
    let body: JSON = ["id": "p", "body": "function () {}"]
    let response = session.send(.post, Self.collection, "sprocs", body)
    #expect(response.status.code == 501)
  }
}
