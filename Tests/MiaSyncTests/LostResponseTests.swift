import Foundation
import GhostlightSync
import SyncFixtures
import SyncScenarios
import TestExecutors
import TestSupport
import Testing

/// An edit, the fault of one of its requests, and the event before the next run.
struct LostRow: Sendable, CustomTestStringConvertible {
  /// The event between the run with the fault and the next run.
  enum Since: String, CaseIterable {
    case nothing
    case edited = "edited again"
    case trashed
    case othersEdited = "others edited it"
  }

  let kind: SyncKind
  /// The mark of the edit; `nil` for a new object.
  let mark: String?
  let loss: LossyNetwork.Loss
  /// The number of the affected request; 1 is the first one after the pull.
  let number: Int
  let since: Since
  /// Whether the app is restarted before and after the event.
  let restarts: Bool

  var testDescription: String {
    "\(kind), \(mark ?? "create"), request \(number): \(loss), \(since.rawValue)"
      + (restarts ? ", restarted" : "")
  }

  /// The number of requests that each edit sends.
  private static let requests: [(SyncKind, String?, Int)] = [
    (.crud, nil, 2), (.crud, Marks.push, 1), (.crud, Marks.publish, 3), (.crud, Marks.draft, 3),
    (.crud, Marks.trash, 1), (.crud, Marks.delete, 2), (.baas, nil, 1), (.baas, Marks.push, 1),
    (.baas, Marks.trash, 1), (.baas, Marks.delete, 1),
  ]

  static let all = requests.flatMap { kind, mark, count in
    (1...count).flatMap { number in
      LossyNetwork.Loss.silent.flatMap { loss in
        Since.allCases
          // Without a response, a device recognises its new object only by the values that it sent.
          // Other clients must therefore not edit the object.
          .filter { $0 != .othersEdited || mark != nil || number > 1 }
          .flatMap { since in
            [false, true].filter { loss.kills ? $0 : !$0 || since == .edited }.map {
              LostRow(
                kind: kind, mark: mark, loss: loss, number: number, since: since, restarts: $0)
            }
          }
      }
    }
  }

  var removes: Bool { mark.map(Marks.remove) ?? false }
}

@Suite(.limitedConcurrency) struct `An edit with a lost response` {
  @Test(arguments: LostRow.all)
  func `an edit is sent once, and later edits follow it`(_ row: LostRow) async throws {
    let play = try LostPlay(row)
    try await play.edit()
    let ending = await play.syncWithLoss()
    #expect(ending.isKilled == row.loss.kills)
    try play.restart()
    try play.happen()
    try play.restart()
    #expect(await play.device.sync() == nil)
    try play.check()
  }
}

/// A device and a service; the device has a file if the row restarts the app.
private final class LostPlay {
  let row: LostRow
  let project: MiaProject
  let server: any NewsServer
  private let network: LossyNetwork
  private let folder: TemporaryFolder
  private(set) var device: any SyncDevice

  init(_ row: LostRow) throws {
    self.row = row
    project = try MiaProject()
    server = row.kind.server(project)
    network = LossyNetwork(project.transport)
    folder = try TemporaryFolder()
    device = try Self.device(row, network, folder)
  }

  private static func device(
    _ row: LostRow, _ network: LossyNetwork, _ folder: TemporaryFolder
  ) throws -> any SyncDevice {
    try row.kind.device(
      "a", network.transport, file: row.restarts ? URL(filePath: folder["app.sqlite"]) : nil)
  }

  /// Performs the edit that the next run sends.
  func edit() async throws {
    guard let mark = row.mark else {
      return try device.insert(["title": "n", "text": "two"], Marks.push)
    }
    let first = mark == Marks.publish ? Marks.draft : Marks.push
    try device.insert(["title": "n", "text": "one"], first)
    #expect(await device.sync() == nil)
    try device.change("n", ["text": row.removes ? "one" : "two"], mark)
  }

  /// Runs once with the row's fault; the run's first request is the pull.
  func syncWithLoss() async -> LossyNetwork.Ending {
    network.lose(row.loss, at: row.number + 1)
    let device = device
    let ending = await network.run { await device.sync() }
    #expect(network.heal(), "no request was lost")
    return ending
  }

  func restart() throws {
    guard row.restarts else { return }
    device = try Self.device(row, network, folder)
  }

  /// Performs the event that happens before the next run.
  func happen() throws {
    switch row.since {
    case .nothing: break
    case .edited: try device.change("n", ["text": "three"], Marks.push)
    case .trashed: try device.change("n", [:], Marks.trash)
    case .othersEdited: if let id = server.documents().first?.id { server.edit(id, "theirs") }
    }
  }

  /// The expected text of the object; `nil` if it is removed.
  private var expected: String? {
    switch row.since {
    case .othersEdited: row.removes && (row.loss.reachesService || row.number > 1) ? nil : "theirs"
    case .trashed: nil
    case .edited: row.removes ? nil : "three"
    case .nothing: row.removes ? nil : "two"
    }
  }

  /// The expected number of documents at the service, including those in the trash.
  private var count: Int {
    switch row.mark {
    case nil where row.number == 1 && !row.loss.reachesService: row.since == .trashed ? 0 : 1
    case Marks.delete where row.kind == .baas:
      row.loss.reachesService || row.since == .nothing || row.since == .edited ? 0 : 1
    default: 1
    }
  }

  func check() throws {
    let news = try device.news()
    let documents = server.documents()
    #expect(news.map(\.mark) == (expected == nil ? [] : [nil]))
    #expect(news.map(\.pending).allSatisfy { $0 == 0 })
    #expect(documents.count == count)
    #expect(documents.filter { !$0.isDiscarded }.map(\.text) == (expected.map { [$0] } ?? []))
    #expect(news.map(\.text) == (expected.map { [$0] } ?? []))
    #expect(news.map(\.remoteID) == (expected == nil ? [] : documents.map(\.id)))
    guard row.since != .othersEdited, expected != nil, row.kind == .crud else { return }
    #expect(news.map(\.state) == [row.mark == Marks.draft ? "DRAFT" : "PUBLIC"])
  }
}
