import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightEmulation

/// A backend with notes, whose tables have every operation or none.
private struct Notes: Backend {
  var notes: [String: JSONObject] = ["a": ["id": "a", "n": 1]]

  let catalogue = BackendCatalogue(routes: [], providerStates: [], refusals: [])
  var outbox: Outbox { Outbox() }
  static let snapshotVersion = 1
  var snapshot: JSON {
    .object(notes.keys.sorted().reduce(into: [:]) { $0[$1] = .object(notes[$1] ?? [:]) })
  }
  mutating func restore(_ snapshot: JSON) throws(SnapshotError) {}
  func route(of request: Request) -> String? { nil }

  mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    Answer(Response(.noContent), effect: .read)
  }

  mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject { [:] }

  var dataTables: [DataTable<Notes>] {
    let notes = notes
    var table = DataTable<Notes>(
      "notes", title: "All notes", group: "Notes", key: "id",
      columns: [DataColumn("id"), DataColumn("n", link: "other:{id}")],
      rows: DataRows(count: notes.count) {
        notes.keys.sorted().map { DataRow($0, notes[$0] ?? [:]) }
      })
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      let id = key ?? moment.draw(.uuid, named: "note")
      backend.notes[id] = row
      guard row["n"] != 9 else { throw ProviderStateError("nine") }
      return id
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      backend.notes[key] = nil
      guard key != "kept" else { throw ProviderStateError("kept") }
    }
    table.actions = [
      DataAction("count", title: "Count") { key, backend, moment throws(ProviderStateError) in
        backend.notes[key]?["n"] = 7
        return ["key": .string(key), "at": .integer(moment.milliseconds)]
      },
      DataAction("fail", title: "Fail") { key, backend, _ throws(ProviderStateError) in
        backend.notes = [:]
        throw ProviderStateError("failed")
      },
    ]
    table.query = DataQuery(path: "/q", headers: ["a": "b"], member: "m", example: "e")
    let plain = DataTable<Notes>(
      "plain", title: "Plain", group: "Other", key: "id",
      rows: DataRows(count: 1) { [DataRow("x", ["id": "x"])] })
    return [table, plain]
  }
}

@Suite struct `Tables of data` {
  private static let moment = Moment.numbered(milliseconds: 5)

  @Test func `a summary has everything but the rows`() {
    let summaries = Notes().dataTableSummaries
    #expect(summaries.map(\.name) == ["notes", "plain"])
    #expect(summaries.map(\.title) == ["All notes", "Plain"])
    #expect(summaries.map(\.group) == ["Notes", "Other"])
    #expect(summaries.map(\.key) == ["id", "id"])
    #expect(
      summaries.map(\.columns) == [[DataColumn("id"), DataColumn("n", link: "other:{id}")], []])
    #expect(summaries.map(\.count) == [1, 1])
    #expect(summaries.map(\.isEditable) == [true, false])
    #expect(summaries.map(\.isRemovable) == [true, false])
    #expect(summaries.map { $0.actions.map(\.name) } == [["count", "fail"], []])
    #expect(summaries[0].actions.map(\.title) == ["Count", "Fail"])
    #expect(
      summaries.map(\.query) == [
        DataQuery(path: "/q", headers: ["a": "b"], member: "m", example: "e"), nil,
      ])
    #expect(
      Notes().dataRows(of: "notes").map { Array($0.all) } == [DataRow("a", ["id": "a", "n": 1])])
    #expect(Notes().dataRows(of: "none") == nil)
  }

  @Test(
    arguments: [
      (DataEdit(table: "notes", key: "b", .put(["n": 2])), "b", [:], ["a": 1, "b": 2]),
      (DataEdit(table: "notes", key: nil, .put(["n": 2])), "note-1", [:], ["a": 1, "note-1": 2]),
      (DataEdit(table: "notes", key: "a", .put(["n": 3])), "a", [:], ["a": 3]),
      (DataEdit(table: "notes", key: "a", .remove), "a", [:], [:]),
      (
        DataEdit(table: "notes", key: "a", .perform("count")), "a", ["key": "a", "at": 5],
        ["a": 7]
      ),
    ] as [(DataEdit, String, JSONObject, [String: Int64])])
  func `an edit changes its row`(
    _ edit: DataEdit, _ key: String, _ values: JSONObject, _ notes: [String: Int64]
  ) throws {
    var backend = Notes()
    let outcome = try backend.edit(edit, at: Self.moment)
    #expect(outcome.key == key)
    #expect(outcome.values == values)
    #expect(backend.notes.mapValues { $0["n"]?.integer } == notes.mapValues { $0 })
    #expect(try DataEdit(parameters: edit.parameters) == edit)
  }

  @Test(
    arguments: [
      (DataEdit(table: "none", key: nil, .put([:])), "there is no table \"none\""),
      (DataEdit(table: "plain", key: nil, .put([:])), "rows of \"plain\" cannot be stored"),
      (DataEdit(table: "plain", key: "x", .remove), "rows of \"plain\" cannot be deleted"),
      (
        DataEdit(table: "plain", key: "x", .perform("count")),
        "\"count\" is not an action on rows of \"plain\"; there are: none"
      ),
      (
        DataEdit(table: "notes", key: "a", .perform("dance")),
        "\"dance\" is not an action on rows of \"notes\"; there are: count, fail"
      ),
      (DataEdit(table: "notes", key: "z", .perform("count")), "\"notes\" has no row \"z\""),
      (DataEdit(table: "notes", key: nil, .perform("count")), "\"notes\" has no row \"\""),
      (DataEdit(table: "notes", key: "z", .remove), "\"notes\" has no row \"z\""),
      (DataEdit(table: "notes", key: nil, .remove), "\"notes\" has no row \"\""),
      (DataEdit(table: "notes", key: "a", .perform("fail")), "failed"),
      (DataEdit(table: "notes", key: "b", .put(["n": 9])), "nine"),
    ])
  func `an edit that is refused changes nothing`(_ edit: DataEdit, _ message: String) {
    var backend = Notes()
    let error = #expect(throws: ProviderStateError.self) {
      try backend.edit(edit, at: Self.moment)
    }
    #expect(error == ProviderStateError(message))
    #expect(backend.notes == Notes().notes)
  }

  @Test(
    arguments: [
      (["key": "a"], "the parameter \"row\" must be an object"),
      (["table": "", "row": [:]], "the parameter \"table\" must be a string that is not empty"),
      (["row": [:]], "the parameter \"table\" is missing; give a string"),
      (["table": "t", "action": 7], "the parameter \"action\" must be a string that is not empty"),
      (["table": "t", "delete": 7], "the parameter \"delete\" must be true or false"),
      (
        ["table": "t", "rows": 7],
        "\"row edited\" takes no parameter \"rows\"; it takes: table, key, row, action, delete"
      ),
    ] as [(JSONObject, String)])
  func `a logged edit that is not valid is refused`(_ parameters: JSONObject, _ message: String) {
    let error = #expect(throws: ProviderStateError.self) {
      try DataEdit(parameters: parameters)
    }
    #expect(error == ProviderStateError(message))
  }

  @Test func `a backend has the defaults of the protocol`() {
    var backend = Notes()
    #expect(backend.allowedOrigins == nil)
    #expect(backend.authorization(for: Request(.get, "/"), at: Self.moment) == nil)
    #expect(!Notes.hasOrderedIDs)
    #expect(Notes.bodyTooLarge(limit: 1) == nil)
    #expect(backend.events.isEmpty)
    #expect(backend.changes(Request(.get, "/")))
    #expect(backend.respond(to: Request(.get, "/"), at: Self.moment) == Response(.noContent))
    let failure = ServiceFailure(.gone, retryAfterSeconds: 3, headers: [.via: "x"])
    #expect(
      backend.answer(failure, to: Request(.get, "/"), at: Self.moment)
        == Response(.gone, headers: [.retryAfter: "3", .via: "x"]))
  }
}
