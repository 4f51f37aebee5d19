import GhostlightCore
import GhostlightSync
import HTTPTypes
import MIASync
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing

/// A row of the reference's table for pushes: the mark and the item's state, and the expected
/// requests.
struct BaaSPushRow: Sendable, CustomTestStringConvertible {
  let mark: String
  let hasTwin: Bool
  let isGone: Bool
  /// The requests after the pull, with `ID` in place of the item's ID.
  let calls: [String]
  /// The item after the push; `nil` if there is none.
  let item: JSON?
  /// The mark of the object after the push; `nil` if there is no object.
  let left: [String?]?
  let error: Int?

  var testDescription: String {
    "\(mark), \(hasTwin ? isGone ? "twin deleted" : "with twin" : "no twin")"
  }

  private static let live: JSON = ["text": "mine", "title": "n", "sync": 0, "trash": 0]
  private static let update = #"POST /News/ {"id":"ID","sync":0,"text":"mine","title":"n"}"#

  static let all: [BaaSPushRow] = [
    BaaSPushRow(
      mark: Marks.push, hasTwin: false, isGone: false,
      calls: [#"POST /News/ {"sync":0,"text":"mine","title":"n","trash":0} 200"#], item: live,
      left: [nil], error: nil),
    BaaSPushRow(
      mark: Marks.trash, hasTwin: false, isGone: false, calls: [], item: nil, left: nil, error: nil),
    BaaSPushRow(
      mark: Marks.delete, hasTwin: false, isGone: false, calls: [], item: nil, left: nil,
      error: nil),
    BaaSPushRow(
      mark: Marks.push, hasTwin: true, isGone: false, calls: [update + " 200"], item: live,
      left: [nil], error: nil),
    BaaSPushRow(
      mark: Marks.trash, hasTwin: true, isGone: false,
      calls: [#"POST /News/ {"id":"ID","sync":2,"trash":1} 200"#],
      item: ["text": "first", "title": "n", "sync": 2, "trash": 1], left: nil, error: nil),
    BaaSPushRow(
      mark: Marks.delete, hasTwin: true, isGone: false,
      calls: [#"DELETE /News/?{"id":"ID"} 200"#], item: nil, left: nil, error: nil),
    BaaSPushRow(
      mark: Marks.push, hasTwin: true, isGone: true, calls: [update + " 404"], item: nil,
      left: [Marks.push], error: 404),
    BaaSPushRow(
      mark: Marks.trash, hasTwin: true, isGone: true,
      calls: [#"POST /News/ {"id":"ID","sync":2,"trash":1} 404"#], item: nil,
      left: [Marks.trash], error: 404),
    BaaSPushRow(
      mark: Marks.delete, hasTwin: true, isGone: true,
      calls: [#"DELETE /News/?{"id":"ID"} 404"#], item: nil, left: nil, error: nil),
  ]
}

@Suite(.limitedConcurrency) struct `The push of MIASync` {
  @Test(arguments: BaaSPushRow.all)
  func `each object has the requests and outcome in the table`(_ row: BaaSPushRow) async throws {
    let project = try MiaProject()
    let server = BaaSServer(project: project)
    let device = try BaaSDevice("a", project.transport)
    var id = ""
    if row.hasTwin {
      id = server.create(["title": "n", "text": "first"])
      #expect(await device.sync() == nil)
      try device.change("n", ["text": "mine"], row.mark)
      if row.isGone { project.send(.delete, "/News/\(id)") }
    } else {
      try device.insert(["title": "n", "text": "mine"], row.mark)
    }
    let count = project.journalCount
    let error = await device.sync()
    #expect((error as? MKError)?.statusCode == row.error)
    let calls = project.calls(since: count).dropFirst()
    #expect(calls.map { id.isEmpty ? $0 : $0.replacing(id, with: "ID") } == row.calls)
    #expect(try device.news().map(\.mark) == (row.left ?? []))
    let items = server.documents().map { server.document($0.id) }
    #expect(items == (row.item.map { [$0] } ?? []))
  }

  @Test func `the values of attributes set to nil are removed`() async throws {
    let project = try MiaProject()
    let server = BaaSServer(project: project)
    let device = try BaaSDevice("a", project.transport)
    let id = server.create([
      "title": "n", "text": "first", "rating": 3, "published": 1_586_106_974_175,
    ])
    #expect(await device.sync() == nil)
    try device.change("n", ["text": nil, "rating": nil, "isRead": true, "price": 1.5], Marks.push)
    #expect(await device.sync() == nil)
    #expect(
      server.document(id) == [
        "title": "n", "text": nil, "rating": nil, "published": 1_586_106_974_175, "sync": 0,
        "trash": 0, "isRead": true, "price": 1.5,
      ])
  }

  @Test func `a permanent deletion does not reach other devices`() async throws {
    let project = try MiaProject()
    let server = BaaSServer(project: project)
    let (one, other) = (
      try BaaSDevice("a", project.transport), try BaaSDevice("b", project.transport)
    )
    server.create(["title": "n", "text": "first"])
    _ = await one.sync()
    _ = await other.sync()
    try one.change("n", [:], Marks.delete)
    #expect(await one.sync() == nil)
    #expect(await other.sync() == nil)
    #expect(server.documents() == [])
    #expect(try one.news() == [])
    #expect(try other.news().map(\.text) == ["first"])
  }
}
