import CRUD
import GhostlightCore
import GhostlightSync
import HTTPTypes
import SyncFixtures
import SyncScenarios
import TestExecutors
import TestSupport
import Testing

/// A row of the reference's table for pulls.
///
/// It has the document's state, the state of the local object, whether drafts are kept, and the
/// object's mark.
struct CRUDPullRow: Sendable, CustomTestStringConvertible {
  enum Local: String, CaseIterable { case unknown, older, current }

  let state: State
  let local: Local
  let keepsDrafts: Bool
  let mark: String?

  var testDescription: String {
    "\(state.rawValue), \(local.rawValue), \(keepsDrafts ? "with" : "without") drafts, "
      + (mark ?? "no mark")
  }

  /// All rows; without a local object there is no mark.
  static let all = State.allCases.flatMap { state in
    Local.allCases.flatMap { local in
      [true, false].flatMap { keepsDrafts in
        ([nil, Marks.push, Marks.publish, Marks.draft, Marks.trash, Marks.delete] as [String?])
          .filter { $0 == nil || local != .unknown }
          .map { CRUDPullRow(state: state, local: local, keepsDrafts: keepsDrafts, mark: $0) }
      }
    }
  }

  /// The local object's text and mark after the pull; `nil` if there is no object.
  var expected: [String?]? {
    let isKept = state == .pub || state == .draft && keepsDrafts
    return switch local {
    case .unknown: isKept ? ["theirs", nil] : nil
    case .older: isKept ? ["theirs", nil] : nil
    case .current: ["mine", mark]
    }
  }
}

@Suite(.limitedConcurrency) struct `The pull of CRUD's Sync` {
  @Test(arguments: CRUDPullRow.all)
  func `each document has the outcome in the table`(_ row: CRUDPullRow) async throws {
    let project = try MiaProject()
    let server = CRUDServer(project: project)
    let device = try CRUDDevice("a", project.transport)
    let id = server.create(["title": "n", "text": "first", "__STATE__": "PUBLIC"])
    if row.local != .unknown {
      #expect(await device.sync() == nil)
      try device.change("n", ["text": "mine"], row.mark)
    }
    try Self.change(id, row, server)
    // The test is about the pull only, so all writes fail.
    project.intercept { $0.method == .get ? nil : .json(.serviceUnavailable, [:]) }
    device.sync.keepsDrafts = row.keepsDrafts
    _ = await device.sync()
    let news = try device.news()
    #expect(news.map { [$0.text, $0.mark] } == (row.expected.map { [$0] } ?? []))
  }

  /// Changes the document as the row says, in a newer version or without a new version.
  private static func change(_ id: String, _ row: CRUDPullRow, _ server: CRUDServer) throws {
    if row.local != .current {
      server.edit(id, "theirs")
      server.walk(id, to: row.state.rawValue)
      return
    }
    var document = server.project.send(.get, "/v2/News/\(id)?\(CRUDServer.all)").object ?? [:]
    server.project.send(.delete, "/v2/News/\(id)")
    document["text"] = "theirs"
    document["__STATE__"] = .string(row.state.rawValue)
    try server.project.testStage.setUp(
      [Given("document exists", ["collection": "News", "document": .object(document)])],
      in: "mia")
  }

  @Test func `a pull requests the documents changed since the last pull, in pages`() async throws {
    let project = try MiaProject()
    let device = try CRUDDevice("a", project.transport)
    for number in 0..<450 {
      try project.testStage.setUp([Self.document(number, at: 1000 + number / 2)], in: "mia")
    }
    #expect(await device.sync() == nil)
    let filter = #"{"updatedAt":{"$gte":"1970-01-01T00:00:01."#
    let query = { (time: String) in
      "GET /v2/News/?_l=200&_q=\(filter)\(time)Z\"}}&_s=updatedAt&_st=PUBLIC,DRAFT,TRASH,DELETED 200"
    }
    #expect(
      project.calls() == [
        "GET /v2/News/?_l=200&_s=updatedAt&_st=PUBLIC,DRAFT,TRASH,DELETED 200", query("099"),
        query("198"),
      ])
    #expect(try device.news().count == 450)
    let count = project.journalCount
    #expect(await device.sync() == nil)
    #expect(project.calls(since: count) == [query("224")])
  }

  @Test func `a pull fetches all documents of one millisecond`() async throws {
    let project = try MiaProject()
    let device = try CRUDDevice("a", project.transport)
    for number in 0..<450 {
      try project.testStage.setUp([Self.document(number, at: 1000)], in: "mia")
    }
    #expect(await device.sync() == nil)
    #expect(try device.news().count == 450)
  }

  private static func document(_ number: Int, at time: Int) -> Given {
    let date = ISODate.format(milliseconds: Int64(time))
    return Given(
      "document exists",
      [
        "collection": "News",
        "document": [
          "_id": .string("5e8ae13bb74dbf0011444" + String(1000 + number).dropFirst()),
          "title": .string("n\(number)"), "__STATE__": "PUBLIC", "createdAt": .string(date),
          "updatedAt": .string(date),
        ],
      ])
  }
}
