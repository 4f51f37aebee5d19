import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// The complete example exchanges of the protocol reference (A16).
@Suite struct `Examples of the CRUD service in the reference` {
  private static let alfa = MiaDefinitions.alfa
  private static let one = RequestTarget("/v2/author/\(MiaDefinitions.alfa)")

  private static func stored(_ rest: String, updated: String = "2020-04-05T17:16:14.175Z") -> String
  {
    #"{"_id":"\#(alfa)","__STATE__":"PUBLIC","creatorId":"public","#
      + #""createdAt":"2020-04-05T17:16:14.175Z","updaterId":"public","updatedAt":"\#(updated)","#
      + #""name":"Alfa","surname":"Beta"\#(rest)}"#
  }

  @Test func `the example of an insertion returns only the id`() throws {
    var project = try MiaProject.library()
    let response = project.send(
      .json(
        .post, "/v2/author/", ["name": "Alfa", "surname": "Beta", "__STATE__": "PUBLIC"],
        headers: [.secret: "s3cr3t", .sid: "9f1ce2"]))
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "application/json; charset=utf-8")
    let id = try #require(response.json?["_id"]?.string)
    #expect(response.text == #"{"_id":"\#(id)"}"#)
    #expect(FilterValue.isObjectID(id))
  }

  @Test func `the example lists documents with OR, projection, sort and paging`() throws {
    var project = try MiaProject.library()
    let query = #"{"$or":[{"name":"Alfa"},{"name":"Carlo"}]}"#
    let target = "/v2/author/?_l=200&_p=name%2Csurname%2Cage&_q=" + PercentEncoding.encode(query)
    let all = project.send(.init(.get, RequestTarget(target + "&_s=-age")))
    #expect(all.headers[.contentType] == "application/json")
    #expect(all.json?.array?.map { $0["name"] ?? .null } == ["Carlo", "Alfa"])
    #expect(all.json?[1] == ["_id": .string(Self.alfa), "name": "Alfa", "surname": "Beta"])
    #expect(project.run(.get, RequestTarget(target + "&_s=-age&_sk=500")) == "200 []")
  }

  @Test func `the example reads a document by its id`() throws {
    var project = try MiaProject.library()
    #expect(project.run(.get, Self.one) == "200 " + Self.stored(""))
  }

  @Test func `the example patches a document with set and unset`() throws {
    var project = try MiaProject.library()
    project.run(.patch, Self.one, ["$set": ["nickname": "al"]])
    project.moment.milliseconds = try #require(ISODate.milliseconds("2020-04-06T08:00:00.000Z"))
    #expect(
      project.run(.patch, Self.one, ["$set": ["age": 88], "$unset": ["nickname": true]])
        == "200 " + Self.stored(#","age":88"#, updated: "2020-04-06T08:00:00.000Z"))
  }

  @Test(arguments: [CRUDCompatibility.six, .seven])
  func `the example changes a state, and is then refused`(_ line: CRUDCompatibility) throws {
    var project = try MiaProject.library(line == .six ? MiaConfiguration() : MiaProject.seven)
    let target = RequestTarget(Self.one.raw + "/state")
    let changed = project.send(.json(.post, target, ["stateTo": "DRAFT"]))
    #expect(changed.status == .noContent)
    #expect(changed.body.isEmpty)
    #expect(changed.headers[.contentType] == nil)
    #expect(
      project.run(.post, target, ["stateTo": "DELETED"])
        == (line == .six
          ? #"404 {"error":"not found"}"#
          : #"400 {"statusCode":400,"error":"Bad Request","message":"transition from DRAFT to "#
            + #"DELETED not allowed."}"#))
    #expect(project.run(.get, Self.one) == #"404 {"error":"not found"}"#)
    #expect(
      project.run(.get, RequestTarget(Self.one.raw + "?_st=DRAFT"))
        == "200 " + Self.stored("").replacing("PUBLIC", with: "DRAFT"))
  }

  @Test(arguments: [
    #"_q=\#(PercentEncoding.encode(#"{"parts.name":"rim"}"#))"#, "parts.1.name=rim",
  ])
  func `the example changes an array element by position`(_ query: String) throws {
    var project = try MiaProject.library()
    let answer = project.send(
      .json(
        .patch, RequestTarget("/v2/plates/\(MiaDefinitions.lid)?\(query)"),
        ["$set": ["parts.$.merge": ["size": 9]]]))
    #expect(
      answer.json?["parts"] == [["name": "lid", "size": 1], ["name": "rim", "size": 9]])
  }

  @Test func `a bulk change of states returns the number of changed documents`() throws {
    var project = try MiaProject.library()
    let body: JSON = [
      ["filter": ["_id": .string(MiaDefinitions.lid)], "stateTo": "TRASH"],
      ["filter": ["kind": "soup"], "stateTo": "DRAFT"],
    ]
    // The first document moves to the state TRASH. The second request moves it to DRAFT, together
    // with the other document.
    #expect(project.run(.post, "/v2/plates/state", body) == "200 3")
    #expect(project.run(.get, "/v2/plates/count?_st=DRAFT") == "200 2")
  }

  @Test func `a limit above the maximum is refused`() throws {
    var project = try MiaProject.library()
    #expect(
      project.run(.get, "/v2/author/?_l=500")
        == #"400 {"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"#
        + #""querystring/_l must be <= 200"}"#)
  }
}
