import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

/// Tests of objects and times whose serialized form is stored and reused in later responses.
@Suite struct `Stored texts of StackMob's objects` {
  private static let questions = ["/todo/1", "/todo/1", "/todo/nothing", "/todo?todo_id=1"]

  private static let changes: [(String, String, String)] = [
    ("POST", "/todo", #"{"todo_id":"1","title":"a"}"#),
    ("PUT", "/todo/1", #"{"title":"b"}"#),
    ("PUT", "/todo/1", #"{"n[inc]":2}"#),
    ("PUT", "/todo/1/tags", #"["x"]"#),
    ("DELETE", "/todo/1", ""),
    ("POST", "/todo", #"{"todo_id":"1","title":"c"}"#),
    ("POST", "/todo", #"[{"todo_id":"2","title":"d"}]"#),
  ]

  @Test func `stored texts equal those of a backend that was just restored`() throws {
    var app = StackMobApp()
    for (method, target, body) in Self.changes {
      let reply = app.send(app.request(method, target, body))
      #expect((200..<300).contains(reply.status))
      try expectFresh(&app)
    }
    let before = app.backend.snapshot
    app.put("/todo/1", #"{"title":"e"}"#)
    var copy = app
    copy.put("/todo/1", #"{"title":"f"}"#)
    #expect(copy.get("/todo/1") != app.get("/todo/1"))
    try expectFresh(&app)
    try expectFresh(&copy)
    try app.backend.restore(before)
    try expectFresh(&app)
  }

  @Test(arguments: [0, 1, 999, -1, -1_000, 86_400_000, -1_371_040_000_124] as [Int64])
  func `the clocks in header fields are those of the moment`(_ step: Int64) throws {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"1"}"#)
    try expectFresh(&app)
    app.milliseconds += step
    try expectFresh(&app)
    app.milliseconds -= step
    try expectFresh(&app)
  }

  private func expectFresh(
    _ app: inout StackMobApp, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectAnswers(
      of: &app, to: Self.questions, asMadeBy: Self.remade, sourceLocation: sourceLocation
    ) { app, question in Printed(app.answer(app.request("GET", question)).response) }
  }

  private static func remade(_ app: StackMobApp) throws -> StackMobApp {
    var fresh = StackMobApp()
    fresh.milliseconds = app.milliseconds
    try fresh.backend.restore(app.backend.snapshot)
    return fresh
  }

  /// A response with its header fields in order, which `Response` itself ignores in comparisons.
  private struct Printed: Equatable {
    let response: Response
    let fields: [HTTPField]

    init(_ response: Response) {
      self.response = response
      fields = Array(response.headers)
    }
  }
}
