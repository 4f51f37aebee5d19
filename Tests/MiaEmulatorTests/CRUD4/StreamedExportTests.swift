import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Exports of many documents` {
  private static let count = 3_000

  private static func project() throws -> MiaProject {
    var project = MiaProject(MiaProject.seven)
    try project.setUp(
      "collection exists",
      [
        "definition": [
          "name": "notes", "defaultState": "PUBLIC",
          "fields": [
            ["name": "text", "type": "string"], ["name": "n", "type": "number"],
            ["name": "place", "type": "GeoPoint"],
          ],
        ]
      ])
    let notes = (0..<count).map { number -> JSON in
      ["text": .string("note, \(number)"), "n": .integer(Int64(number)), "place": [1, 2]]
    }
    project.run(.post, "/v2/notes/bulk", .array(notes))
    project.run(.patch, "/v2/notes/?_q=%7B%22n%22:%7B%22$gte%22:2500%7D%7D", ["$set": ["n": -1]])
    return project
  }

  private static func export(
    _ project: inout MiaProject, _ query: String, _ type: String
  ) -> Response {
    project.send(
      Request(.get, RequestTarget("/v2/notes/export\(query)"), headers: [.accept: type]))
  }

  @Test(arguments: [
    ("application/x-ndjson", ""), ("application/json", ""), ("text/csv", ""),
    ("application/x-ndjson", "?_p=text"), ("text/csv", "?_rawp=%7B%22text%22:0%7D"),
    ("application/json", "?_q=%7B%22n%22:%7B%22$gt%22:10%7D%7D"), ("application/json", "?n=7777"),
    ("text/csv", "?_exportOpts=%7B%22header%22:false,%22delimiter%22:%22;%22%7D"),
  ])
  func `a streamed export equals the export in one piece`(_ type: String, _ query: String) throws {
    var project = try Self.project()
    let streamed = Self.export(&project, query, type)
    #expect(streamed.stream != nil)
    #expect(streamed.body.count < 100)
    // With a limit the export is not streamed.
    let limit = (query.isEmpty ? "?" : "&") + "_l=100000"
    let whole = Self.export(&project, query + limit, type)
    #expect(whole.stream == nil)
    #expect(whole.status == .ok)
    #expect(streamed.collected().body == whole.body)
    #expect(streamed.headers == whole.headers)
  }

  @Test(arguments: ["?_s=n", "?_l=5", "?_sk=5", "?_rawp=%7B%22x%22:%22$text%22%7D"])
  func `an export is not streamed if all documents must be known first`(_ query: String) throws {
    var project = try Self.project()
    #expect(Self.export(&project, query, "application/json").stream == nil)
  }

  @Test func `a streamed export shows the collection at the time of the request`() throws {
    var project = try Self.project()
    let response = Self.export(&project, "?_p=n", "application/x-ndjson")
    let stream = try #require(response.stream)
    var body = try #require(try stream.next())
    project.run(.delete, "/v2/notes/")
    project.run(.post, "/v2/notes/", ["n": 5])
    while let piece = try stream.next() {
      #expect(piece.count < 100_000)
      body += piece
    }
    #expect(body.count { $0 == UInt8(ascii: "\n") } == Self.count)
    #expect(project.run(.get, "/v2/notes/count") == "200 1")
  }

  @Test func `a streamed export breaks off if it needs too much work`() throws {
    var project = try Self.project()
    let request = Request(
      .get, "/v2/notes/export", headers: [.accept: "application/x-ndjson"])
    let answer = project.answer(request, within: WorkBudget(30_000))
    let stream = try #require(answer.response.stream)
    #expect(throws: BodyInterruption.self) { while try stream.next() != nil {} }
    // A stream cannot use a provisional budget, which serves other requests afterwards.
    let quick = WorkBudget(30_000, isProvisional: true)
    #expect(project.answer(request, within: quick).response.status == .badRequest)
    #expect(quick.isExhausted)
  }
}
