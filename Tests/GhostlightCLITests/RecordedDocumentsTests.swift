import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `Start documents of a recording` {
  private static func exchange(
    _ method: HTTPRequest.Method, _ target: String, _ answer: JSON, status: Int = 200,
    _ headers: KeyValuePairs<String, String> = [:]
  ) throws -> RecordedExchange {
    var request = Request(method, RequestTarget(target))
    for (name, value) in headers {
      request.headers[try #require(HTTPField.Name(name))] = value
    }
    return RecordedExchange(request, .json(HTTPResponse.Status(code: status), answer))
  }

  @Test func `documents of Mia-Platform become collections with the field types of their values`()
    throws
  {
    let found = RecordedDocuments(
      [
        try Self.exchange(
          .get, "/v2/books/?_l=2",
          [
            ["_id": "5f1e9a0c8e8b4a0011223344", "title": "A", "pages": 3, "__STATE__": "PUBLIC"],
            [
              "_id": "5f1e9a0c8e8b4a0011223345", "title": nil, "open": true, "tags": ["x"],
              "box": ["a": 1], "__STATE__": "PUBLIC",
            ],
          ]),
        try Self.exchange(.get, "/v2/books/count", 2),
        try Self.exchange(.post, "/v2/books/", ["_id": "5f1e9a0c8e8b4a0011223346"]),
        try Self.exchange(
          .get, "/v2/books/5f1e9a0c8e8b4a0011223346", ["_id": "5f1e9a0c8e8b4a0011223346"]),
        try Self.exchange(.get, "/v2/books/1", ["message": "no"], status: 404),
      ], of: "mia")
    let section = found.section(addedTo: ["secret": "s"])
    #expect(section["secret"] == "s")
    let collection = section["collections"]?[0]
    #expect(
      collection?["fields"] == [
        ["name": "title", "type": "string"], ["name": "pages", "type": "number"],
        ["name": "open", "type": "boolean"], ["name": "tags", "type": "Array"],
        ["name": "box", "type": "RawObject"],
      ])
    #expect(collection?["documents"]?.array?.count == 2)
    #expect(
      found.places.map(found.inference) == [
        "title: string, pages: number, open: boolean, tags: Array, box: RawObject"
      ])
    _ = try StageConfiguration(json: ["mia": section])
    let again = found.section(addedTo: section)
    #expect(again == section)
  }

  @Test func `documents of Cosmos DB become containers with the requests' partition keys`() throws {
    let found = RecordedDocuments(
      [
        try Self.exchange(
          .post, "/dbs/mbaas/colls/appcenter/docs",
          [
            "_rid": "x",
            "Documents": [
              ["id": "1", "PartitionKey": "readonly", "document": ["a": 1], "_rid": "r", "_ts": 1]
            ], "_count": 1,
          ],
          [
            "x-ms-documentdb-isquery": "True",
            "x-ms-documentdb-partitionkey": #"["readonly"]"#,
          ]),
        try Self.exchange(
          .post, "/dbs/mbaas/colls/appcenter/docs", ["id": "2", "PartitionKey": "readonly"],
          status: 201, ["x-ms-documentdb-partitionkey": #"["readonly"]"#]),
        try Self.exchange(
          .get, "/dbs/mbaas/colls/appcenter/docs/2", ["id": "2", "PartitionKey": "readonly"]),
      ], of: "cosmos")
    #expect(found.places.map(found.inference) == ["partition key /PartitionKey"])
    let section = found.section(addedTo: nil)
    #expect(
      section == [
        "databases": [
          [
            "id": "mbaas",
            "containers": [
              [
                "id": "appcenter",
                "partitionKey": ["paths": ["/PartitionKey"], "kind": "Hash"],
                "documents": [["id": "1", "PartitionKey": "readonly", "document": ["a": 1]]],
              ]
            ],
          ]
        ]
      ])
    _ = try StageConfiguration(json: ["cosmos": section])
  }

  @Test func `documents of StackMob are objects, not the results of methods`() throws {
    let found = RecordedDocuments(
      [
        try Self.exchange(.get, "/listapi", ["todo": [:]]),
        try Self.exchange(.post, "/user/accessToken", ["access_token": "t"]),
        try Self.exchange(.get, "/user/loggedInUser", ["username": "jill"]),
        try Self.exchange(.get, "/user/jill?_expand=1", ["username": "jill", "best": [:]]),
        try Self.exchange(.get, "/todo/1", ["todo_id": "1", "title": "A"]),
        try Self.exchange(.get, "/Todo/1", ["todo_id": "1", "title": "B", "more": 1]),
      ], of: "stackmob")
    #expect(
      found.section(addedTo: ["objects": ["todo": [["todo_id": "0"]]]]) == [
        "objects": [
          "todo": [["todo_id": "0"], ["todo_id": "1", "title": "A", "more": 1]],
          "user": [["username": "jill"]],
        ]
      ])
    _ = try StageConfiguration(json: ["stackmob": found.section(addedTo: nil)])
  }

  private static let places: [(String, String, Bool)] = [
    ("stackmob", "/todo", true), ("stackmob", "/todo/1", true), ("stackmob", "/todo/1/x", false),
    ("stackmob", "/todo/1?a=_expand", true), ("stackmob", "/todo/1?_expand=1", false),
    ("stackmob", "/LISTAPI", false), ("stackmob", "/user/login", false),
    ("stackmob", "/user/logout", false), ("stackmob", "/user/accessToken", false),
    ("stackmob", "/user/refreshToken", false), ("stackmob", "/user/resetPassword", false),
    ("stackmob", "/user/forgotPassword", false), ("stackmob", "/user/linkFacebook", false),
    ("stackmob", "/user/twitterLogin", false), ("stackmob", "/user/gigya", false),
    ("stackmob", "/user/logins", true), ("stackmob", "/", false),
    ("mia", "/v2/books", true), ("mia", "/v2/books/1", true), ("mia", "/v2/books/1/x", false),
    ("mia", "/v2", false), ("mia", "/v1/books", false),
    ("cosmos", "/dbs/a/colls/b/docs", true), ("cosmos", "/dbs/a/colls/b/docs/1", true),
    ("cosmos", "/dbs/a/colls/b", false), ("cosmos", "/dbs/a/colls/b/sprocs", false),
    ("cosmos", "/x/a/colls/b/docs", false), ("cosmos", "/dbs/a/x/b/docs", false),
    ("egf2", "/v2/books", false),
  ]

  @Test func `a vendor's documents are at its own paths`() throws {
    let document: JSON = ["todo_id": "1", "username": "jill", "_id": "1", "id": "1"]
    for (vendor, target, isPlace) in Self.places {
      let found = RecordedDocuments([try Self.exchange(.get, target, document)], of: vendor)
      #expect(found.places.count == (isPlace ? 1 : 0), "\(vendor) \(target)")
      let plain = RecordedDocuments([try Self.exchange(.get, target, "text")], of: vendor)
      #expect(plain.places.isEmpty)
    }
    let expanded = RecordedDocuments(
      [try Self.exchange(.get, "/todo/1", document, ["X-StackMob-Expand": "1"])], of: "stackmob")
    #expect(expanded.places.isEmpty)
  }
}
