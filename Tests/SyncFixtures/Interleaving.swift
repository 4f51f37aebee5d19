import Foundation
package import Ghostlight
import GhostlightCore
import GhostlightSync
import ManagedObjects
import TestExecutors
import TestSupport

/// A document of `News` as the project has it.
package struct ServerNews: Sendable, Equatable {
  package var id: String
  package var title: String
  package var text: String?
  package var updatedAt: Int64
  package var isDiscarded: Bool

  package init(id: String, title: String, text: String?, updatedAt: Int64, isDiscarded: Bool) {
    self.id = id
    self.title = title
    self.text = text
    self.updatedAt = updatedAt
    self.isDiscarded = isDiscarded
  }
}

/// What somebody else does to the collection `News`.
package protocol NewsServer: Sendable {
  var project: MiaProject { get }
  /// All documents, whatever their state.
  func documents() -> [ServerNews]
  func create(_ title: String, _ text: String)
  /// Makes published documents, all in one millisecond.
  func create(titles: [String])
  func count(of collection: String) -> Int
  func edit(_ id: String, _ text: String)
  /// The states that `move` knows.
  var moves: [String] { get }
  func move(_ id: String, to state: String)
}

/// Marked edits, edits by others and synchronisations, in an order drawn from a seed.
///
/// Edits have texts of their own, so that each can be found again. Nobody else edits a document whose
/// creation its device has not learned of: by what it sent it would not know it again.
package struct Interleaving {
  private let devices: [any SyncDevice]
  private let server: any NewsServer
  private let faults: [FaultPlan]
  private let marks: [String]
  private let seed: UInt64
  private var numbers: SeededNumbers
  private var count = 0
  /// Every text that the project has ever had.
  private var applied: Set<String> = []
  /// What went wrong.
  package private(set) var violations: [String] = []

  /// Devices set these marks at random; the plans strike while they synchronise.
  package init(
    seed: UInt64, devices: [any SyncDevice], server: any NewsServer, marks: [String],
    faults: [FaultPlan]
  ) {
    self.seed = seed
    self.devices = devices
    self.server = server
    self.marks = marks
    self.faults = faults
    numbers = SeededNumbers(seed: seed)
  }

  /// Runs steps, then two quiet synchronisations of each device, and compares all sides.
  package mutating func run(steps: Int) async throws {
    for _ in 0..<steps {
      let device = devices[Int.random(in: 0..<devices.count, using: &numbers)]
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0, 1: try insert(device)
      case 2...4: try edit(device)
      case 5, 6: try editElsewhere()
      default: try await sync(device, faults)
      }
      note()
    }
    for _ in 0..<2 { for device in devices { try await sync(device, []) } }
    try compare()
  }

  private mutating func text() -> String {
    count += 1
    return "t\(count)"
  }

  private mutating func note() {
    for document in server.documents() { if let text = document.text { applied.insert(text) } }
  }

  // MARK: Steps

  private mutating func insert(_ device: any SyncDevice) throws {
    let text = text()
    try device.insert(
      ["title": "\(device.name)-\(text)", "text": text], marks.randomElement(using: &numbers))
  }

  private mutating func edit(_ device: any SyncDevice) throws {
    let news = try device.news().filter { try isResolved($0.title, for: device) }
    guard let chosen = news.randomElement(using: &numbers) else { return }
    try device.change(
      chosen.title, ["text": text()], marks.randomElement(using: &numbers))
  }

  private mutating func editElsewhere() throws {
    let text = text()
    let documents = try server.documents().filter { try isResolved($0.title, for: nil) }
    guard let document = documents.randomElement(using: &numbers),
      Int.random(in: 0..<4, using: &numbers) > 0
    else { return server.create("s-\(text)", text) }
    if Bool.random(using: &numbers) { return server.edit(document.id, text) }
    server.move(document.id, to: server.moves.randomElement(using: &numbers) ?? "")
  }

  /// Whether the device that created a document knows its twin, or is the one who asks.
  private func isResolved(_ title: String, for asking: (any SyncDevice)?) throws -> Bool {
    guard let owner = devices.first(where: { title.hasPrefix($0.name + "-") }),
      owner.name != asking?.name,
      let news = try owner.news().first(where: { $0.title == title })
    else { return true }
    return news.remoteID != nil
  }

  private mutating func sync(_ device: any SyncDevice, _ faults: [FaultPlan]) async throws {
    let before = try device.news()
    let there = Dictionary(server.documents().map { ($0.id, $0) }) { first, _ in first }
    let space = server.project.testStage.space
    let plans = faults.map { space.addFault($0) }
    let error = await device.sync()
    for plan in plans { space.removeFault(plan) }
    note()
    if faults.isEmpty, let error { violations.append("\(seed): \(device.name) fails: \(error)") }
    let after = Dictionary(try device.news().map { ($0.uri, $0) }) { first, _ in first }
    let now = Dictionary(server.documents().map { ($0.id, $0) }) { first, _ in first }
    for news in before where news.mark != nil {
      let left = after[news.uri]
      guard left?.mark == nil else { continue }
      let twin = (news.remoteID ?? left?.remoteID).flatMap { there[$0] }
      let isOvertaken = twin.map { $0.updatedAt > news.updatedAt ?? .min } ?? false
      if !isOvertaken, !isDone(news, twin.flatMap { now[$0.id] }) {
        violations.append("\(seed): \(device.name) loses \(news), now \(String(describing: left))")
      }
    }
  }

  /// Whether what a mark asked for has been done.
  private func isDone(_ news: LocalNews, _ document: ServerNews?) -> Bool {
    guard Marks.remove(news.mark ?? "") else { return news.text.map(applied.contains) ?? true }
    return document?.isDiscarded ?? true
  }

  // MARK: At the end

  private mutating func compare() throws {
    let all = server.documents()
    if Set(all.map(\.title)).count != all.count {
      violations.append("\(seed): a document twice: \(all.map(\.title).sorted())")
    }
    let expected = all.filter { !$0.isDiscarded }
      .map { "\($0.id) \($0.title) \($0.text ?? "-")" }.sorted()
    for device in devices {
      // What was never marked is nobody else's.
      let has = try device.news().filter { $0.remoteID != nil || $0.mark != nil }
        .map { "\($0.remoteID ?? "-") \($0.title) \($0.text ?? "-")" }.sorted()
      if has != expected {
        violations.append("\(seed): \(device.name) has \(has), not \(expected)")
      }
    }
  }
}

extension Interleaving {
  /// How many seeds tests run: few unless `GHOSTLIGHT_SYNC_SEEDS` says more.
  package static var seeds: ClosedRange<UInt64> {
    let wanted = ProcessInfo.processInfo.environment["GHOSTLIGHT_SYNC_SEEDS"].flatMap { UInt64($0) }
    return 1...max(1, wanted ?? 6)
  }

  /// Requests are lost before the project or after it, refused, or late.
  package static var trouble: [FaultPlan] {
    let refusal = Response.json(.serviceUnavailable, ["message": "try again"])
    let actions: [FaultAction] = [
      .deliver(.reset), .deliver(.truncated(bytes: 0)), .answer(refusal),
      .latency(milliseconds: 5000),
    ]
    return actions.map { action in
      var plan = FaultPlan(action)
      plan.occurrence = .probability(0.06)
      return plan
    }
  }
}
