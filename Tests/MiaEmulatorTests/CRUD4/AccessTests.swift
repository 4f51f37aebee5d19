import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Access to the CRUD service` {
  private let one = RequestTarget("/v2/author/\(MiaDefinitions.alfa)")

  @Test func `the secret has two header fields, and its check can be turned off`() throws {
    var project = try MiaProject.library()
    let request = Request(.get, one, headers: [.clientKey: "s3cr3t"])
    #expect(project.backend.respond(to: request, at: project.moment).status == .ok)
    #expect(
      project.backend.respond(to: Request(.get, one), at: project.moment).status == .unauthorized)
    var open = MiaConfiguration()
    open.checksSecret = false
    project = try MiaProject.library(open)
    #expect(project.backend.respond(to: Request(.get, one), at: project.moment).status == .ok)
  }

  @Test(arguments: [
    ("ada", "ada"), ("", "public"), ("null", "public"), ("undefined", "public"),
  ])
  func `the trust header's user is the author`(_ header: String, _ user: String) throws {
    var project = try MiaProject.library()
    let text = project.run(.patch, one, ["$set": ["age": 1]], [.userID: header])
    #expect(text.contains(#""creatorId":"public""#))
    #expect(text.contains(#""updaterId":"\#(user)""#))
  }

  @Test func `a collection can be open, or require a login`() throws {
    var project = try MiaProject.library()
    for access in ["public", "login"] {
      try project.setUp(
        "collection exists",
        [
          "definition": ["name": .string(access), "endpointBasePath": .string("/" + access)],
          "access": .string(access),
        ])
    }
    let moment = project.moment
    #expect(project.backend.respond(to: .init(.get, "/v2/public/"), at: moment).status == .ok)
    #expect(project.run(.get, "/v2/login/").hasPrefix("401 "))
    #expect(project.run(.get, "/v2/login/", nil, [.sid: "unknown"]).hasPrefix("401 "))
    #expect(project.run(.get, "/v2/login/", nil, [.userID: "ada"]) == "200 []")
  }

  @Test(arguments: [
    (#"{"name":"Alfa"}"#, "200 1"), (#"[{"age":{"$gt":1}},{"name":"Carlo"}]"#, "200 1"),
    (#"[]"#, "200 2"), (#"{"name":"nobody"}"#, "200 0"),
  ])
  func `acl_rows limits the visible documents`(_ rows: String, _ count: String) throws {
    var project = try MiaProject.library()
    #expect(project.run(.get, "/v2/author/count", nil, [.aclRows: rows]) == count)
  }

  @Test func `documents hidden by acl_rows are missing for all routes`() throws {
    var project = try MiaProject.library()
    let hidden: HTTPFields = [.aclRows: #"{"name":"nobody"}"#]
    let notFound = #"404 {"error":"not found"}"#
    #expect(project.run(.get, one, nil, hidden) == notFound)
    #expect(project.run(.patch, one, [:], hidden) == notFound)
    #expect(project.run(.delete, one, nil, hidden) == notFound)
    #expect(
      project.run(.post, RequestTarget(one.raw + "/state"), ["stateTo": "DRAFT"], hidden)
        == notFound)
    #expect(
      project.run(.post, "/v2/author/state", [["filter": [:], "stateTo": "DRAFT"]], hidden)
        == "200 0")
    #expect(project.run(.get, one, nil, [.aclRows: "no JSON"]).hasPrefix("500 "))
    #expect(project.run(.get, one, nil, [.aclRows: #"{"x":1}"#]).hasPrefix("500 "))
  }

  @Test(arguments: [
    (#"{"$set":{"age":1}}"#, true), (#"{"$inc":{"age":1}}"#, true),
    (#"{"$set":{"name":"x"}}"#, false), (#"{"$unset":{"age":true}}"#, false),
    (#"{"$push":{"tags":"x"}}"#, false), (#"{"$set":{"info.a":1}}"#, false),
    (#"{"$currentDate":{"born":true}}"#, false), (#"{"$set":{"position":[1,2]}}"#, true),
  ])
  func `acl_write_columns limits writable fields`(_ commands: String, _ isRefused: Bool) throws {
    var project = try MiaProject.library()
    let text = project.run(
      .patch, RequestTarget("/v2/plates/\(MiaDefinitions.lid)"), try JSON.parse(commands),
      [.aclWriteColumns: "name, kind"])
    #expect(text.contains("You cannot edit") == isRefused)
    #expect(text.hasPrefix(isRefused ? "500 " : "200 "))
  }
}
