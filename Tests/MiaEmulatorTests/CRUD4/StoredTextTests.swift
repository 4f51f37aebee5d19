import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import MiaEmulator

/// Tests of documents whose serialized JSON is stored and reused in later responses.
@Suite struct `Stored texts of Mia's documents` {
  private static let definition: JSON = [
    "name": "notes", "endpointBasePath": "/notes", "defaultState": "PUBLIC",
    "fields": [
      ["name": "n", "type": "number"], ["name": "text", "type": "string"],
      ["name": "tags", "type": "Array", "items": ["type": "string"]],
    ],
    "indexes": [["name": "n_1", "type": "normal", "fields": [["name": "n", "order": 1]]]],
  ]

  /// Requests that change notes; `ID` stands for the id of the latest note.
  private static let changes: [(HTTPRequest.Method, String, JSON?, HTTPFields)] = [
    (.post, "/v2/notes/", ["n": 1, "text": "a"], [:]),
    (.patch, "/v2/notes/ID", ["$set": ["text": "b"], "$inc": ["n": 2]], [:]),
    // The response contains only a part of the stored document.
    (.patch, "/v2/notes/ID", ["$set": ["text": "c"]], [.aclReadColumns: "n"]),
    (.patch, "/v2/notes/", ["$push": ["tags": "x"]], [:]),
    (.post, "/v2/notes/upsert-one?_q=%7B%22text%22:%22c%22%7D", ["$mul": ["n": 3]], [:]),
    (.delete, "/v2/notes/ID", nil, [:]),
    (.post, "/v2/notes/", ["n": 1, "text": "d"], [:]),
    (.post, "/v2/notes/bulk", [["n": 1, "text": "e"], ["n": 2]], [:]),
  ]

  @Test func `stored texts equal those of a backend that was just restored`() throws {
    var project = try project()
    var id = ""
    for (method, target, body, headers) in Self.changes {
      let target = RequestTarget(target.replacing("ID", with: id))
      let answer = project.run(method, target, body, headers)
      #expect(answer.hasPrefix("20"))
      if method == .post, target.raw == "/v2/notes/" { id = try Self.id(in: answer) }
      try expectFresh(&project, id)
    }
    let before = project.backend.snapshot
    project.run(.patch, RequestTarget("/v2/notes/\(id)"), ["$set": ["text": "f"]])
    var copy = project
    copy.run(.patch, RequestTarget("/v2/notes/\(id)"), ["$set": ["text": "g"]])
    #expect(copy.run(.get, "/v2/notes/") != project.run(.get, "/v2/notes/"))
    try expectFresh(&project, id)
    try expectFresh(&copy, id)
    try project.backend.restore(before)
    try expectFresh(&project, id)
  }

  @Test func `a collection that is defined again has no stored texts of the old one`() throws {
    var project = try project()
    let old = try Self.id(in: project.run(.post, "/v2/notes/", ["n": 1, "text": "a"]))
    try expectFresh(&project, old)
    try project.setUp("collection exists", ["definition": Self.definition])
    let new = try Self.id(in: project.run(.post, "/v2/notes/", ["n": 1, "text": "b"]))
    for id in [old, new] { try expectFresh(&project, id) }
  }

  private func project() throws -> MiaProject {
    var project = MiaProject()
    try project.setUp("collection exists", ["definition": Self.definition])
    return project
  }

  /// Returns the id in a string with the status and the note of a response.
  private static func id(in answer: String) throws -> String {
    let body = try #require(answer.split(separator: " ", maxSplits: 1).last)
    return try #require(try JSON.parse(String(body))["_id"]?.string)
  }

  /// Compares the responses for all notes and for one note with those of a newly restored backend.
  private func expectFresh(
    _ project: inout MiaProject, _ id: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let questions: [RequestTarget] = [
      "/v2/notes/", "/v2/notes/", "/v2/notes/\(id)", "/v2/notes/?_p=text", "/v2/notes/?_s=-n",
      "/v2/notes/?n=1",
    ].map { RequestTarget($0) }
    try expectAnswers(
      of: &project, to: questions, asMadeBy: remade, sourceLocation: sourceLocation
    ) { project, question in project.run(.get, question) }
  }

  private func remade(_ project: MiaProject) throws -> MiaProject {
    var fresh = try self.project()
    try fresh.backend.restore(project.backend.snapshot)
    return fresh
  }
}
