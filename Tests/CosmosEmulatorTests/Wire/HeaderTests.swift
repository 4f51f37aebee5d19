import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the header fields of responses (B3, B4, B7, B21).
@Suite struct `Header fields of Cosmos DB` {
  /// A request with the expected header fields about the path and the version of a resource.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: Request
    let fields: [String?]

    /// Creates a row with the expected session token, path with names, quota and usage.
    ///
    /// The test also sends the request with RIDs in its path.
    init(_ name: String, _ request: Request, _ fields: String?...) {
      testDescription = name
      self.request = request
      self.fields = fields
    }
  }

  static let documents =
    "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;"

  /// Returns the service's description of a container's usage, for this number of documents.
  static func usage(_ count: Int) -> String {
    "documentSize=0;documentsSize=\(count);documentsCount=\(count);collectionSize=\(count);"
  }

  static let lamp: JSON = ["id": "lamp", "kind": "light"]
  static let names = "dbs/shop/colls/goods"

  static let rows: [Row] = [
    Row("account", .init(.get, "/"), nil, nil, nil, nil),
    Row("databases", .init(.get, "/dbs"), "0:-1#5", nil, "databases=1000;", "databases=1;"),
    Row("database", .init(.get, "/dbs/shop"), "0:-1#5", nil, "databases=1000;", "databases=1;"),
    Row("no database", .init(.get, "/dbs/nope"), "0:-1#5", nil, nil, nil),
    Row("offers", .init(.get, "/offers"), "0:-1#5", nil, nil, nil),
    Row("users", .init(.get, "/dbs/shop/users"), "0:-1#5", nil, "users=500000;", "users=1;"),
    Row("user", .init(.get, "/dbs/shop/users/jack"), "0:-1#5", nil, "users=500000;", "users=1;"),
    Row("permissions", .init(.get, "/dbs/shop/users/jack/permissions"), "0:-1#5", nil, nil, nil),
    Row(
      "collections", .init(.get, "/dbs/shop/colls"), "0:-1#5", "dbs/shop", "collections=5000;",
      "collections=1;"),
    Row(
      "new collection",
      .json(.post, "/dbs/shop/colls", ["id": "c", "partitionKey": ["paths": ["/pk"]]]),
      "0:-1#1", "dbs/shop", "collections=5000;", "collections=2;"),
    Row(
      "collection", .init(.get, "/dbs/shop/colls/goods"), "0:-1#2", "dbs/shop",
      "collections=5000;", "collections=1;"),
    Row("no collection", .init(.get, "/dbs/shop/colls/x"), "0:-1#5", "dbs/shop", nil, nil),
    Row(
      "ranges", .init(.get, "/dbs/shop/colls/goods/pkranges"), "0:-1#2", "dbs/shop", nil, nil),
    Row("documents", CosmosAccount.goods(.get), "0:-1#2", names, documents, usage(1)),
    Row("document", CosmosAccount.goods(.get, "lamp"), "0:-1#2", names, documents, usage(1)),
    Row("deleted", CosmosAccount.goods(.delete, "lamp"), "0:-1#3", names, documents, usage(0)),
    Row("no document", CosmosAccount.goods(.get, "x"), "0:-1#2", names, nil, nil),
    Row("known document", CosmosAccount.goods(.post, body: lamp), "0:-1#2", names, nil, nil),
    Row(
      "other tag", CosmosAccount.goods(.delete, "lamp", body: nil, [.ifMatch: "\"x\""]), "0:-1#2",
      names, nil, nil),
  ]

  @Test(arguments: rows)
  func `a response has the path and the version of its resource`(_ row: Row) throws {
    var account = CosmosAccount.shop()
    let database = try #require(account.backend.state.databases.first)
    let container = try #require(database.containers.first)
    let response = account.send(row.request)
    let fields: [HTTPField.Name] = [.msSessionToken, .msAltContentPath, .msQuota, .msUsage]
    #expect(fields.map { response.headers[$0] } == row.fields)
    let paths = ["dbs/shop": database.rid.text, Self.names: container.rid.text]
    #expect(response.headers[.msContentPath] == row.fields[1].flatMap { paths[$0] })
    let number = row.fields[0]?.split(separator: "#").last.map(String.init)
    for name: HTTPField.Name in [.msLSN, .msLocalLSN, .msCommittedLSN] {
      #expect(response.headers[name] == number)
    }
  }

  /// Microsoft's Node SDK 1.x sends the version 2017-11-15, and reads a token as two numbers.
  @Test(arguments: [
    ("2015-12-16", "0:2"), ("2017-11-15", "0:2"), ("2018-06-17", "0:2"), ("2018-06-18", "0:-1#2"),
    ("2018-12-31", "0:-1#2"), (nil, "0:-1#2"),
  ])
  func `the API version determines the form of session tokens`(_ version: String?, _ token: String)
  {
    var account = CosmosAccount.shop()
    for id in ["lamp", "x"] {
      var request = CosmosAccount.goods(.get, id)
      request.headers[.msVersion] = version
      #expect(account.send(request).headers[.msSessionToken] == token)
    }
    var list = Request(.get, "/dbs/shop/colls/goods")
    list.headers[.msVersion] = version
    #expect(account.send(list).headers[.msSessionToken] == token)
  }

  @Test func `the account's response states the storage in use`() {
    var account = CosmosAccount.shop()
    let response = account.send(.init(.get, "/"))
    let names = response.headers.map(\.name.canonicalName).filter { $0.hasSuffix("-mb") }
    #expect(
      names == [
        "x-ms-max-media-storage-usage-mb", "x-ms-media-storage-usage-mb",
        "x-ms-databaseaccount-consumed-mb", "x-ms-databaseaccount-reserved-mb",
        "x-ms-databaseaccount-provisioned-mb",
      ])
  }

  @Test func `the refusal of a large document states the maximum size`() {
    var account = CosmosAccount.shop()
    let text = JSON.string(String(repeating: "a", count: 2_097_152))
    let response = account.send(
      CosmosAccount.goods(.post, body: ["id": "x", "kind": "light", "text": text]))
    #expect(response.headers[.msMaxContentLength] == "2097152")
  }

  @Test(arguments: [(HTTPRequest.Method.get, "1"), (.delete, "1.24")])
  func `a missing document has the recorded charge`(_ method: HTTPRequest.Method, _ charge: String)
  {
    var account = CosmosAccount.shop()
    #expect(account.send(CosmosAccount.goods(method, "x")).headers[.msCharge] == charge)
  }

  @Test func `a request can be signed with Date alone`() {
    var account = CosmosAccount.shop()
    // The signed string consists of "get", "dbs", an empty link, an empty x-ms-date and "fri, 20
    // sep 2019 10:11:12 gmt", each followed by a line feed.
    let response = account.send(
      Request(
        .get, "/dbs",
        headers: [
          .date: "Fri, 20 Sep 2019 10:11:12 GMT",
          .authorization:
            "type%3Dmaster%26ver%3D1.0%26sig%3DBQEFG5%2FrGfyIgHcXEWACTX0%2B5QBdIunuHIgiyX3BijM%3D",
        ]))
    #expect(response.status == .ok)
  }
}
