import GhostlightCore
import GhostlightSync
import HTTPTypes
import MIASync
import SyncFixtures
import SyncScenarios
import TestExecutors
import TestSupport
import Testing

/// A row of the reference's table for pulls.
///
/// It has the item's `sync` and `trash` numbers, the state of the local object, whether drafts are
/// kept, and the object's mark.
struct BaaSPullRow: Sendable, CustomTestStringConvertible {
  enum Local: String, CaseIterable { case unknown, older, current }

  let state: String
  let local: Local
  let keepsDrafts: Bool
  let mark: String?

  var testDescription: String {
    "\(state), \(local.rawValue), \(keepsDrafts ? "with" : "without") drafts, "
      + (mark ?? "no mark")
  }

  /// All rows; without a local object there is no mark.
  static let all = ["0/0", "2/0", "2/1", "2/2", "0/1", "0/2", "3/0"].flatMap { state in
    Local.allCases.flatMap { local in
      [true, false].flatMap { keepsDrafts in
        ([nil, Marks.push, Marks.trash, Marks.delete] as [String?])
          .filter { $0 == nil || local != .unknown }
          .map { BaaSPullRow(state: state, local: local, keepsDrafts: keepsDrafts, mark: $0) }
      }
    }
  }

  /// The local object's text and mark after the pull; `nil` if there is no object.
  var expected: [String?]? {
    let isKept = state == "0/0" || state == "2/0" && keepsDrafts
    return switch local {
    case .unknown: isKept ? ["theirs", nil] : nil
    // A pull ignores an item in a state that the table does not define.
    case .older: state == "3/0" ? ["mine", mark] : isKept ? ["theirs", nil] : nil
    case .current: ["mine", mark]
    }
  }
}

@Suite(.limitedConcurrency) struct `The pull of MIASync` {
  @Test(arguments: BaaSPullRow.all)
  func `each item has the outcome in the table`(_ row: BaaSPullRow) async throws {
    let project = try MiaProject()
    let server = BaaSServer(project: project)
    let device = try BaaSDevice("a", project.transport)
    let id = server.create(["title": "n", "text": "first"])
    if row.local != .unknown {
      #expect(await device.sync() == nil)
      try device.change("n", ["text": "mine"], row.mark)
    }
    try Self.change(id, row, server)
    // The test is about the pull only, so all writes fail.
    project.intercept { $0.method == .get ? nil : .json(.serviceUnavailable, [:]) }
    device.syncro.keepsDrafts = row.keepsDrafts
    _ = await device.sync()
    let news = try device.news()
    #expect(news.map { [$0.text, $0.mark] } == (row.expected.map { [$0] } ?? []))
  }

  /// Changes the item's state as the row says.
  ///
  /// The item gets a newer version, unless the row's local object is current. Then the response
  /// contains the changed state together with the old version.
  private static func change(_ id: String, _ row: BaaSPullRow, _ server: BaaSServer) throws {
    if row.local != .current {
      server.edit(id, "theirs")
      server.move(id, to: row.state)
      return
    }
    // The item in the response has the version that the device already knows.
    var item = server.project.send(.get, "/News/\(id)").object ?? [:]
    let numbers = row.state.split(separator: "/").compactMap { Int64($0) }
    item["text"] = "theirs"
    item["sync"] = .integer(numbers[0])
    item["trash"] = .integer(numbers[1])
    let list = JSON.array([.object(item)])
    let project = server.project
    project.intercept { request in
      guard request.method == .get else { return .json(.serviceUnavailable, [:]) }
      project.intercept { $0.method == .get ? nil : .json(.serviceUnavailable, [:]) }
      return .json(.ok, list)
    }
  }

  @Test func `a pull asks for the items changed since the last pull, in pages`() async throws {
    let project = try MiaProject()
    let server = BaaSServer(project: project)
    let device = try BaaSDevice("a", project.transport)
    for number in 0..<620 { server.create(["title": .string("n\(number)")]) }
    let first = project.journalCount
    #expect(await device.sync() == nil)
    let all = server.project.send(.get, "/News/?{\"$skip\":499,\"$limit\":200}").array ?? []
    func query(_ item: JSON?) -> String {
      let time = item?["updatedAt"]?.integer ?? 0
      return "GET /News/?{\"$and\":[{\"updatedAt\":{\"$gt\":\(time)}}],"
        + #""$limit":500,"$sort":{"updatedAt":1,"id":1}} 200"#
    }
    #expect(
      project.calls(since: first) == [
        #"GET /News/?{"$limit":500,"$sort":{"updatedAt":1,"id":1}} 200"#, query(all.first),
      ])
    #expect(try device.news().count == 620)
    let second = project.journalCount
    #expect(await device.sync() == nil)
    #expect(project.calls(since: second) == [query(all.last)])
  }
}
