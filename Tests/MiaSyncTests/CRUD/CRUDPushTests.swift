import CRUD
import GhostlightCore
import GhostlightSync
import HTTPTypes
import SyncFixtures
import SyncScenarios
import Synchronization
import TestSupport
import Testing

/// A row of the reference's table for pushes.
///
/// It has the mark, the document's state that the device knows, the actual state, and the expected
/// requests.
struct CRUDPushRow: Sendable, CustomTestStringConvertible {
  let mark: String
  /// The document's state at the time of the pull; `nil` if there is no document.
  let known: State?
  /// The document's state at the time of the push; `nil` if it was permanently deleted.
  let actual: State?
  let isChanged: Bool
  /// The expected requests after the pull, with the status of their responses.
  let calls: [String]
  /// The document's expected state after the push.
  let state: String

  var testDescription: String {
    "\(mark), \(known?.rawValue ?? "no twin"), in truth \(actual?.rawValue ?? "none"), "
      + (isChanged ? "changed" : "unchanged")
  }

  /// Whether the device has an object after the push.
  var isHere: Bool { !Marks.remove(mark) }

  init(
    _ mark: String, _ known: State?, _ calls: [String], _ state: String, actual: State?? = nil,
    isChanged: Bool = true
  ) {
    self.mark = mark
    self.known = known
    self.actual = actual ?? known
    self.isChanged = isChanged
    self.calls = calls
    self.state = state
  }

  private static let create = ["POST /v2/News/ 200", "GET /v2/News/ID 200"]
  private static let patch = "PATCH /v2/News/ID 200"
  private static let read = "GET /v2/News/ID 200"
  private static let gone = "GET /v2/News/ID 404"

  private static func move(_ state: State, _ status: Int = 204) -> String {
    "POST /v2/News/ID/state \(state.rawValue) \(status)"
  }

  static let all: [CRUDPushRow] = [
    // The service does not have a document.
    CRUDPushRow(Marks.push, nil, create, "PUBLIC"),
    CRUDPushRow(Marks.publish, nil, create, "PUBLIC"),
    CRUDPushRow(Marks.draft, nil, create, "DRAFT"), CRUDPushRow(Marks.trash, nil, [], "none"),
    CRUDPushRow(Marks.delete, nil, [], "none"),
    // The document is public.
    CRUDPushRow(Marks.push, .pub, [patch], "PUBLIC"),
    CRUDPushRow(Marks.publish, .pub, [patch], "PUBLIC"),
    CRUDPushRow(Marks.draft, .pub, [patch, move(.draft), read], "DRAFT"),
    CRUDPushRow(Marks.trash, .pub, [move(.trash)], "TRASH"),
    CRUDPushRow(Marks.delete, .pub, [move(.trash), move(.deleted)], "DELETED"),
    // The document is a draft.
    CRUDPushRow(Marks.push, .draft, [patch], "DRAFT"),
    CRUDPushRow(Marks.publish, .draft, [patch, move(.pub), read], "PUBLIC"),
    CRUDPushRow(Marks.draft, .draft, [patch], "DRAFT"),
    CRUDPushRow(Marks.trash, .draft, [move(.trash)], "TRASH"),
    CRUDPushRow(Marks.delete, .draft, [move(.trash), move(.deleted)], "DELETED"),
    // The object's attributes are unchanged, so a push can change only the state.
    CRUDPushRow(Marks.push, .pub, [], "PUBLIC", isChanged: false),
    CRUDPushRow(Marks.publish, .pub, [], "PUBLIC", isChanged: false),
    CRUDPushRow(Marks.draft, .pub, [move(.draft), read], "DRAFT", isChanged: false),
    CRUDPushRow(Marks.publish, .draft, [move(.pub), read], "PUBLIC", isChanged: false),
    // Another client has changed the document's state between the pull and the push.
    CRUDPushRow(Marks.push, .pub, [patch], "TRASH", actual: .trash),
    CRUDPushRow(
      Marks.publish, .draft, [patch, move(.pub, 404), read, move(.draft), move(.pub), read],
      "PUBLIC", actual: .trash),
    CRUDPushRow(
      Marks.draft, .pub, [patch, move(.draft, 404), read, move(.trash), move(.draft), read],
      "DRAFT", actual: .deleted),
    CRUDPushRow(
      Marks.draft, .pub, [patch, move(.draft, 404), read, read], "DRAFT", actual: .draft),
    CRUDPushRow(Marks.trash, .pub, [move(.trash, 404), read], "TRASH", actual: .trash),
    CRUDPushRow(
      Marks.trash, .pub, [move(.trash)], "TRASH", actual: .deleted),
    CRUDPushRow(
      Marks.delete, .draft, [move(.trash, 404), read, move(.deleted)], "DELETED", actual: .trash),
    CRUDPushRow(Marks.delete, .pub, [move(.trash), move(.deleted)], "DELETED", actual: .deleted),
    // Another client has permanently deleted the document between the pull and the push.
    CRUDPushRow(
      Marks.push, .pub, ["PATCH /v2/News/ID 404"] + create, "PUBLIC", actual: .some(nil)),
    CRUDPushRow(
      Marks.publish, .draft, ["PATCH /v2/News/ID 404"] + create, "PUBLIC", actual: .some(nil)),
    CRUDPushRow(Marks.draft, .pub, ["PATCH /v2/News/ID 404"] + create, "DRAFT", actual: .some(nil)),
    CRUDPushRow(
      Marks.draft, .pub, [move(.draft, 404), gone] + create, "DRAFT", actual: .some(nil),
      isChanged: false),
    CRUDPushRow(Marks.trash, .pub, [move(.trash, 404), gone], "none", actual: .some(nil)),
    CRUDPushRow(Marks.delete, .pub, [move(.trash, 404), gone], "none", actual: .some(nil)),
  ]
}

@Suite(.limitedConcurrency) struct `The push of CRUD's Sync` {
  @Test(arguments: CRUDPushRow.all)
  func `each object has the requests and the state in the table`(_ row: CRUDPushRow) async throws {
    let project = try MiaProject()
    let server = CRUDServer(project: project)
    let device = try CRUDDevice("a", project.transport)
    if let known = row.known {
      server.create(["title": "n", "text": "first", "__STATE__": .string(known.rawValue)])
      #expect(await device.sync() == nil)
      try device.change("n", ["text": row.isChanged ? "mine" : "first"], row.mark)
    } else {
      try device.insert(["title": "n", "text": "mine"], row.mark)
    }
    let count = project.journalCount
    Self.change(row, server)
    #expect(await device.sync() == nil)
    #expect(Self.calls(project, since: count).dropFirst() == row.calls[...])
    let news = try device.news()
    #expect(news.map(\.mark) == (row.isHere ? [nil] : []))
    let documents = server.documents().map { server.state($0.id) }
    #expect(documents == (row.state == "none" ? [] : [row.state]))
    if row.isHere { #expect(news.first?.remoteID == server.documents().first?.id) }
  }

  /// Changes the document as another client does, directly after the pull.
  private static func change(_ row: CRUDPushRow, _ server: CRUDServer) {
    guard row.actual != row.known, let id = server.documents().first?.id else { return }
    let isPulled = Mutex(false)
    server.project.intercept { request in
      let isFirst = isPulled.withLock { isPulled in
        defer { isPulled = true }
        return isPulled || request.method != .get
      }
      guard isFirst else { return nil }
      server.project.intercept(nil)
      if let actual = row.actual {
        server.walk(id, to: actual.rawValue)
      } else {
        server.project.send(.delete, "/v2/News/\(id)?\(CRUDServer.all)")
      }
      return nil
    }
  }

  /// Returns the requests with `ID` in place of the document's ID, with a body only if it has a
  /// state.
  private static func calls(_ project: MiaProject, since count: Int) -> [String] {
    project.calls(since: count).map { call in
      let words = call.split(separator: " ")
      var path = String(words[1].prefix { $0 != "?" })
      for segment in path.split(separator: "/") where segment.utf8.count == 24 {
        path = path.replacing(segment, with: "ID")
      }
      let state = call.firstMatch(of: /"stateTo":"([A-Z]+)"/).map { " " + $0.1 } ?? ""
      return "\(words[0]) \(path)\(state) \(words.last ?? "")"
    }
  }

  @Test func `attributes with values are sent, and those without are unset`() async throws {
    let project = try MiaProject()
    let server = CRUDServer(project: project)
    let device = try CRUDDevice("a", project.transport)
    let id = server.create([
      "title": "n", "text": "first", "rating": 3, "published": "2020-04-05T17:16:14.175Z",
      "__STATE__": "PUBLIC",
    ])
    #expect(await device.sync() == nil)
    try device.change("n", ["text": nil, "rating": nil, "isRead": true, "price": 1.5], Marks.push)
    let count = project.journalCount
    #expect(await device.sync() == nil)
    #expect(
      project.calls(since: count).dropFirst() == [
        "PATCH /v2/News/\(id)?_st=PUBLIC,DRAFT,TRASH,DELETED "
          + #"{"$set":{"isRead":true,"price":1.5,"published":"2020-04-05T17:16:14.175Z","title":"n"},"#
          + #""$unset":{"rating":true,"text":true}} 200"#
      ])
    #expect(
      server.document(id) == [
        "isRead": true, "price": 1.5, "published": "2020-04-05T17:16:14.175Z", "title": "n",
        "__STATE__": "PUBLIC",
      ])
  }
}
