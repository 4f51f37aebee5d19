import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// Tests of sessions, which both generations of the API share (0.3).
@Suite struct `Sessions shared by both generations of Mia` {
  @Test func `a session of BaaS 3 belongs to a user of the CRUD service`() throws {
    var project = try MiaProject.library()
    try project.setUp(
      "collection exists",
      [
        "access": "login",
        "definition": ["name": "diary", "fields": [["name": "text", "type": "string"]]],
      ])
    try project.setUp("user exists", ["email": "ada@example.com"])
    let results = try project.setUp("logged in", ["email": "ada@example.com"])
    let sid = try #require(results["sid"]?.string)
    let user = try #require(results["userId"]?.string)
    for headers in [[.sid: sid], [.cookie: "a=b; sid=\(sid)"]] as [HTTPFields] {
      let text = project.run(.post, "/v2/diary/", ["text": "x"], headers)
      #expect(text.hasPrefix("200 "))
    }
    let list = project.send(.init(.get, "/v2/diary/?_st=DRAFT", headers: [.sid: sid]))
    #expect(list.json?.array?.map { $0["creatorId"] ?? .null } == [.string(user), .string(user)])
  }

  @Test func `each generation serves its own paths, and has its own form of the error 404`() throws
  {
    var project = try MiaProject.library()
    #expect(project.run(.get, "/v2/nothing/") == #"404 {"error":"not found"}"#)
    #expect(project.run(.get, "/notes/") == "200 []")
    #expect(project.run(.get, "/v3/notes/") == "200 []")
    #expect(
      project.backend.route(of: .init(.get, "/v3/notes/"))
        == project.backend.route(of: .init(.get, "/notes")))
  }

  @Test func `the routes and refusals of the backend are those of both generations`() {
    #expect(
      MiaBackend.catalogue.routes.count
        == MiaBackend.crudRoutes.count + MiaBackend.baasRoutes.count
        + MiaBackend.preflights.summaries.count)
    #expect(Fault.mia.count == Fault.crud4.count + Fault.baas3.count)
    let names = MiaBackend.catalogue.providerStates.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
