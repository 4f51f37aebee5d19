import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Writing to the CRUD service` {
  private let lid = RequestTarget("/v2/plates/\(MiaDefinitions.lid)")
  private let notFound = #"404 {"error":"not found"}"#

  @Test(arguments: DocumentState.allCases, DocumentState.allCases)
  func `each version has its own transitions`(_ from: DocumentState, _ to: DocumentState) throws {
    for line in [MiaConfiguration(), MiaProject.seven] {
      var project = try MiaProject.library(line)
      let id = "5e8ae13bb74dbf0011444eff"
      try project.setUp(
        "document exists",
        [
          "collection": "plates",
          "document": ["_id": .string(id), "name": "n", "__STATE__": .string(from.rawValue)],
        ])
      let text = project.run(
        .post, RequestTarget("/v2/plates/\(id)/state"), ["stateTo": .string(to.rawValue)])
      let isSeven = line.crudCompatibility == .seven
      let isAllowed = to.origins.contains(from) || (isSeven && from == to)
      let refused =
        isSeven
        ? #"400 {"statusCode":400,"error":"Bad Request","message":"transition from \#(from.rawValue) "#
          + #"to \#(to.rawValue) not allowed."}"# : notFound
      #expect(text == (isAllowed ? "204 " : refused))
    }
  }

  @Test(arguments: ["{}", #"{"stateTo":"GONE"}"#, #"{"stateTo":null}"#, "[]", "5"])
  func `an invalid state is refused`(_ body: String) throws {
    var project = try MiaProject.library()
    let target = RequestTarget(lid.raw + "/state")
    #expect(project.run(.post, target, try JSON.parse(body)).hasPrefix("400 "))
    #expect(
      project.run(.post, RequestTarget(target.raw + "?_st=PUBLIC"), ["stateTo": "DRAFT"])
        .hasPrefix("400 "))
  }

  @Test func `a draft is patched only if the request asks for drafts`() throws {
    var project = try MiaProject.library()
    project.run(.post, RequestTarget(lid.raw + "/state"), ["stateTo": "DRAFT"])
    #expect(project.run(.patch, lid, ["$set": ["age": 1]]) == notFound)
    #expect(project.run(.delete, lid) == notFound)
    let drafts = RequestTarget(lid.raw + "?_st=DRAFT")
    #expect(project.run(.patch, drafts, ["$set": ["age": 1]]).hasPrefix("200 "))
    #expect(project.run(.delete, drafts) == "204 ")
  }

  @Test func `an upsert inserts a document made of the filter and the commands`() throws {
    var project = try MiaProject.library()
    let query = PercentEncoding.encode(#"{"name":"new","age":{"$gt":3},"info.k":7}"#)
    let target = RequestTarget("/v2/plates/upsert-one?_q=\(query)&kind=tea")
    let response = project.send(
      .json(.post, target, ["$setOnInsert": ["note": "made"], "$set": ["age": 9]]))
    var document = try #require(response.json?.object)
    #expect(document.removeValue(forKey: "_id") != nil)
    #expect(
      document == [
        "__STATE__": "PUBLIC", "creatorId": "public", "createdAt": "2020-04-05T17:16:14.175Z",
        "updaterId": "public", "updatedAt": "2020-04-05T17:16:14.175Z", "name": "new",
        "info": ["k": 7], "kind": "tea", "note": "made", "age": 9,
      ])
    let again = project.send(
      .json(.post, target, ["$setOnInsert": ["note": "no"], "$inc": ["age": 1]]))
    #expect(again.json?["note"] == "made")
    #expect(again.json?["age"] == 10)
    #expect(project.run(.get, "/v2/plates/count") == "200 3")
  }

  @Test func `a repeated upsert of drafts inserts again`() throws {
    var project = try MiaProject.library()
    for _ in 0..<2 { project.run(.post, "/v2/author/upsert-one?name=Zed", [:]) }
    #expect(project.run(.get, "/v2/author/count?_st=DRAFT&name=Zed") == "200 2")
  }

  @Test func `a bulk insert keeps the documents before the first violation`() throws {
    var project = try MiaProject.library()
    let text = project.run(.post, "/v2/books/bulk", [["isbn": "7"], ["isbn": "1"], ["isbn": "8"]])
    #expect(text.hasPrefix("422 "))
    #expect(project.run(.get, "/v2/books/count") == "200 4")
    #expect(project.run(.post, "/v2/books/bulk", [["isbn": "9"], ["x": 1]]).hasPrefix("400 "))
    #expect(project.run(.get, "/v2/books/count") == "200 4")
  }

  @Test func `an update of many documents keeps the changes before a violation`() throws {
    var project = try MiaProject.library()
    let answer = project.answer(
      MiaProject.request(.patch, "/v2/books/", ["$set": ["isbn": "same"]]))
    #expect(answer.response.status == .internalServerError)
    #expect(answer.response.text.contains("E11000 duplicate key error collection: crud.books"))
    #expect(answer.effect == .changed)
    let numbers = project.send(.init(.get, "/v2/books/?_p=isbn")).json?.array
    #expect(numbers?.map { $0["isbn"] ?? .null } == ["same", "2", "3"])
    // If the first document cannot be changed, no document is changed.
    let before = project.fingerprint
    #expect(project.run(.patch, "/v2/books/?isbn=2", ["$set": ["isbn": "3"]]).hasPrefix("500 "))
    #expect(project.run(.patch, "/v2/books/", ["$inc": ["title": 1]]).hasPrefix("400 "))
    #expect(project.fingerprint == before)
  }

  @Test func `a bulk patch continues after a violation`() throws {
    var project = try MiaProject.library()
    func change(_ old: String, _ new: String) -> JSON {
      ["filter": ["isbn": .string(old)], "update": ["$set": ["isbn": .string(new)]]]
    }
    let answer = project.answer(
      MiaProject.request(
        .patch, "/v2/books/bulk", [change("1", "7"), change("2", "7"), change("3", "9")]))
    #expect(answer.response.status == .internalServerError)
    #expect(answer.response.text.contains(#"{ isbn: \"7\" }"#))
    #expect(answer.effect == .changed)
    let numbers = project.send(.init(.get, "/v2/books/?_p=isbn")).json?.array
    #expect(numbers?.map { $0["isbn"] ?? .null } == ["7", "2", "9"])
    let before = project.fingerprint
    let refused = project.answer(
      MiaProject.request(.patch, "/v2/books/bulk", [change("2", "7")]))
    #expect(refused.effect == .refused)
    #expect(project.fingerprint == before)
  }

  @Test func `a bulk patch changes one document for each pair, in order`() throws {
    var project = try MiaProject.library()
    let body: JSON = [
      ["filter": ["kind": "soup"], "update": ["$set": ["kind": "tea"]]],
      ["filter": ["_q": #"{"kind":"soup"}"#], "update": ["$set": ["age": 1]]],
      ["filter": ["_id": .string(MiaDefinitions.lid), "_st": "DRAFT"], "update": [:]],
    ]
    #expect(project.run(.patch, "/v2/plates/bulk", body) == "200 2")
    let kinds = project.send(.init(.get, "/v2/plates/?_p=kind,age")).json?.array
    #expect(kinds?.map { $0["kind"] ?? .null } == ["tea", "soup"])
    #expect(kinds?.map { $0["age"] ?? .null } == [5, 1])
  }

  /// - Source: crud-service 7.2.5 (commit bd42789), lib/JSONSchemaGenerator.js; ajv 8,
  ///   lib/compile/validate/dataType.ts, which does not name null for a member that is `nullable`.
  @Test(arguments: [
    ("[]", "body must NOT have fewer than 1 items"), ("{}", "body must be array"),
    (#"[{"update":{}}]"#, "body/0 must have required property 'filter'"),
    (#"[{"filter":{}}]"#, "body/0 must have required property 'update'"),
    (#"[{"filter":{"age":"x"},"update":{}}]"#, "body/0/filter/age must be number"),
    (
      #"[{"filter":{"_st":"none"},"update":{}}]"#,
      #"body/0/filter/_st must match pattern "(PUBLIC|DRAFT|TRASH|DELETED)""#
    ),
    (#"[{"filter":{},"update":{"$set":{"age":"x"}}}]"#, "body/0/update/$set/age must be number"),
  ])
  func `a bulk patch names the invalid element`(_ body: String, _ message: String) throws {
    var project = try MiaProject.library()
    let response = project.send(.json(.patch, "/v2/plates/bulk", try JSON.parse(body)))
    #expect(response.status == .badRequest)
    #expect(response.json?["message"] == .string(message))
  }

  @Test func `a delete removes the documents that filter and states match`() throws {
    var project = try MiaProject.library()
    #expect(project.run(.delete, "/v2/plates/?kind=none") == "200 0")
    #expect(project.run(.delete, "/v2/plates/?_st=DRAFT") == "200 0")
    #expect(project.run(.delete, "/v2/plates/") == "200 2")
    let request = Request(.delete, lid, headers: [.contentType: "application/json"])
    #expect(project.send(request).status == .badRequest)
  }

  @Test func `imports insert and change documents`() throws {
    var project = try MiaProject.library()
    let lines =
      "{\"_id\":\"b1\",\"isbn\":\"1\",\"pages\":11}\n\n{\"_id\":\"n1\",\"isbn\":\"n\"}\r\n"
    project.send(MiaRouteRow.upload(.patch, "/v2/books/import", lines))
    #expect(project.run(.get, "/v2/books/count") == "200 4")
    #expect(
      project.run(.get, "/v2/books/b1?_p=pages,isbn") == #"200 {"_id":"b1","isbn":"1","pages":11}"#
    )
    let array = MiaRouteRow.upload(
      .post, "/v2/books/import", #"[{"isbn":"a1"},{"isbn":"a2"}]"#, type: "application/json")
    #expect(project.send(array).status == .created)
    let taken = MiaRouteRow.upload(
      .post, "/v2/books/import", "{\"isbn\":\"a3\"}\n{\"isbn\":\"a1\"}")
    #expect(project.send(taken).status == .unprocessableContent)
    #expect(project.run(.get, "/v2/books/count") == "200 6")
  }

  @Test(arguments: [
    "--x\r\nnonsense\r\n--x--", "--x\r\n\r\n--x--", "--x", "", "--x--\r\n",
    "--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--",
    "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\na\r\n--x--",
    "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n{\"isbn\":1}",
  ])
  func `a damaged upload is refused by an import`(_ body: String) throws {
    var project = try MiaProject.library()
    let request = Request(
      .post, "/v2/books/import", headers: [.contentType: "multipart/form-data; boundary=x"],
      body: Array(body.utf8))
    #expect(project.send(request).status == .badRequest)
  }
}
