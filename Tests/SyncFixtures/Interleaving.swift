import Foundation
import Ghostlight
import GhostlightCore
import GhostlightSync
import GhostlightSyncStatus
import ManagedObjects
import TestExecutors
import TestSupport

/// A document of the collection `News` at the service.
package struct ServerNews: Sendable, Equatable {
  package var id: String
  package var title: String
  package var text: String?
  package var isDiscarded: Bool
  /// The marks whose pushes lead to the document's state.
  package var fulfilled: Set<String>

  package init(id: String, title: String, text: String?, isDiscarded: Bool, fulfilled: Set<String>)
  {
    self.id = id
    self.title = title
    self.text = text
    self.isDiscarded = isDiscarded
    self.fulfilled = fulfilled
  }
}

/// Changes the collection `News` as clients other than the devices do.
package protocol NewsServer: Sendable {
  var project: MiaProject { get }
  /// Returns all documents of the collection, in any state.
  func documents() -> [ServerNews]
  func create(_ title: String, _ text: String)
  /// Creates published documents whose last change has the same millisecond.
  func create(titles: [String])
  func count(of collection: String) -> Int
  func edit(_ id: String, _ text: String)
  /// The states that `move` accepts.
  var moves: [String] { get }
  func move(_ id: String, to state: String)
}

/// A test with marked edits, edits by other clients, restarts and syncs in a random order.
///
/// Each edit has a unique text, so that a judge can follow it. Other clients do not edit a document
/// until its device has received the response to the creation. Without the response, the device can
/// recognise the document only by the attributes that it sent.
package struct Interleaving {
  private let players: [Player]
  private let server: any NewsServer
  private let losses: [LossyNetwork.Loss]
  private let marks: [String]
  private let seed: UInt64
  private var numbers: SeededNumbers
  private var count = 0
  /// The names of devices that have not synchronised since the service's clock was set back.
  private var unaware: Set<String> = []
  private var judge = EditJudge()
  /// The steps so far, one line for each.
  private var history: [String] = []
  /// The errors that the judge does not find, one line for each.
  private var faults: [String] = []

  /// Creates a test in which devices set random marks, and a sync can suffer one of the losses.
  package init(
    seed: UInt64, players: [Player], server: any NewsServer, marks: [String],
    losses: [LossyNetwork.Loss]
  ) {
    self.seed = seed
    self.players = players
    self.server = server
    self.marks = marks
    self.losses = losses
    numbers = SeededNumbers(seed: seed)
  }

  /// All errors, followed by the steps that led to them; empty if there is no error.
  package var violations: [String] {
    let found = faults + judge.verdict
    return found.isEmpty ? [] : found + ["seed \(seed)"] + history
  }

  /// Runs a number of steps, then two syncs of each device without losses, and compares all sides.
  package mutating func run(steps: Int) async throws {
    for _ in 0..<steps {
      let player = players[Int.random(in: 0..<players.count, using: &numbers)]
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0, 1: try insert(player)
      case 2...4: try edit(player)
      case 5, 6: try editElsewhere()
      case 7 where !losses.isEmpty: try await disturb(player)
      default: try await sync(player, losses.randomElement(using: &numbers))
      }
    }
    for _ in 0..<2 { for player in players { try await sync(player, nil) } }
    try compare()
  }

  private mutating func token() -> String {
    count += 1
    return "t\(count)"
  }

  /// Reports the service's documents to the judge.
  private mutating func see(writtenBy device: String?) {
    let tokens = server.documents().map { ($0.title, $0.isDiscarded ? nil : $0.text) }
    judge.see(Dictionary(tokens) { first, _ in first }, writtenBy: device)
  }

  // MARK: Steps

  private mutating func insert(_ player: Player) throws {
    let (token, mark) = (token(), marks.randomElement(using: &numbers) ?? "")
    let title = "\(player.name)-\(token)"
    history.append("\(player.name) inserts \(title), \(mark)")
    try player.device.insert(["title": title, "text": token], mark)
    try report(player, token, title, replacing: nil)
  }

  private mutating func edit(_ player: Player) throws {
    let news = try player.device.news().filter { try isResolved($0.title, for: player) }
    guard let chosen = news.randomElement(using: &numbers) else { return }
    let (token, mark) = (token(), marks.randomElement(using: &numbers) ?? "")
    history.append("\(player.name) changes \(chosen.title) to \(token), \(mark)")
    let isRemoved = chosen.mark.map(Marks.remove) == true
    let removal = isRemoved ? judge.openRemoval(of: chosen.title, on: player.name) : nil
    try player.device.change(chosen.title, ["text": token], mark)
    try report(player, token, chosen.title, replacing: removal ?? chosen.text)
  }

  /// Reports an edit to the judge, and also a removal if the edit's mark removes the object.
  private mutating func report(
    _ player: Player, _ token: String, _ title: String, replacing old: String?
  ) throws {
    judge.edit(token, of: title, on: player.name, replacing: old)
    let news = try player.device.news().first { $0.title == title }
    guard let mark = news?.mark, Marks.remove(mark) else { return }
    judge.edit(token + "-removed", of: title, on: player.name, replacing: token, removes: true)
  }

  private mutating func editElsewhere() throws {
    let token = token()
    let documents = try server.documents().filter { try isResolved($0.title, for: nil) }
    if let document = documents.randomElement(using: &numbers),
      Int.random(in: 0..<4, using: &numbers) > 0
    {
      if Bool.random(using: &numbers) {
        history.append("others change \(document.title) to \(token)")
        // An edit of a document in the trash becomes visible only when the document is restored.
        if !document.isDiscarded {
          judge.edit(token, of: document.title, on: "others", replacing: document.text)
        }
        server.edit(document.id, token)
      } else {
        let state = server.moves.randomElement(using: &numbers) ?? ""
        history.append("others move \(document.title) to \(state)")
        server.move(document.id, to: state)
      }
    } else {
      history.append("others create s-\(token)")
      judge.edit(token, of: "s-\(token)", on: "others", replacing: nil)
      server.create("s-\(token)", token)
    }
    see(writtenBy: nil)
  }

  /// Restarts an app, or moves the service's clock by an hour.
  ///
  /// Before the clock moves forward, each device synchronises without losses if it has not done so
  /// since the clock was set back. Otherwise the device could not detect that the clock was set
  /// back.
  private mutating func disturb(_ player: Player) async throws {
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0:
      for player in players where unaware.contains(player.name) { try await sync(player, nil) }
      history.append("the service's clock moves forward by an hour")
      try server.project.moveClock(hours: 1)
    case 1:
      history.append("the service's clock is set back by an hour")
      try server.project.moveClock(hours: -1)
      unaware = Set(players.map(\.name))
    default:
      history.append("\(player.name) restarts")
      try player.restart()
    }
  }

  /// Returns whether the device that created a document knows the document's ID.
  ///
  /// It is also `true` for a document that the asking device created itself.
  private func isResolved(_ title: String, for asking: Player?) throws -> Bool {
    guard let owner = players.first(where: { title.hasPrefix($0.name + "-") }),
      owner.name != asking?.name,
      let news = try owner.device.news().first(where: { $0.title == title })
    else { return true }
    return news.remoteID != nil
  }

  private mutating func sync(_ player: Player, _ loss: LossyNetwork.Loss?) async throws {
    let before = try player.device.news()
    if let loss { player.network.lose(loss, at: Int.random(in: 1...8, using: &numbers)) }
    let (error, replaced) = try await player.sync()
    let isLost = player.network.heal() && loss != nil
    history.append("\(player.name) syncs\(isLost ? ": \(loss?.description ?? "")" : "")")
    if !isLost, error == nil { unaware.remove(player.name) }
    if !isLost, let error { faults.append("\(player.name) fails: \(error)") }
    var decided: Set<String> = []
    for edit in replaced {
      let attributes = try JSON.parse(edit.attributes)
      guard let title = attributes["title"]?.string else { continue }
      decided.insert(title)
      history.append(
        "  replaced: \(title) \(attributes["text"]?.string ?? "-") \(edit.mark ?? "-")")
      for token in [attributes["text"]?.string, judge.openRemoval(of: title, on: player.name)] {
        if let token { judge.decide("replacedEdits", on: player.name, drops: token) }
      }
    }
    see(writtenBy: player.name)
    try checkMarks(player, before, decided)
  }

  /// Checks that the service or a decision has handled each mark that a sync removed from an
  /// object.
  ///
  /// A removal also counts as executed if the document was already in the trash.
  private mutating func checkMarks(
    _ player: Player, _ before: [LocalNews], _ decided: Set<String>
  ) throws {
    let after = Dictionary(try player.device.news().map { ($0.uri, $0) }) { first, _ in first }
    let documents = Dictionary(server.documents().map { ($0.title, $0) }) { first, _ in first }
    for news in before where news.mark != nil && after[news.uri]?.mark == nil {
      guard let mark = news.mark, !decided.contains(news.title) else { continue }
      let isDone =
        documents[news.title]?.fulfilled.contains(mark) ?? Marks.remove(mark)
      if isDone, Marks.remove(mark) { judge.settleRemoval(of: news.title, on: player.name) }
      if !isDone { faults.append("\(player.name) drops the mark \(mark) of \(news.title)") }
    }
  }

  // MARK: Final comparison

  private mutating func compare() throws {
    let all = server.documents()
    if Set(all.map(\.title)).count != all.count {
      faults.append("a document twice: \(all.map(\.title).sorted())")
    }
    let expected = all.filter { !$0.isDiscarded }
      .map { "\($0.id) \($0.title) \($0.text ?? "-")" }.sorted()
    for player in players {
      let news = try player.device.news()
      let has = news.map { "\($0.remoteID ?? "-") \($0.title) \($0.text ?? "-")" }.sorted()
      if has != expected { faults.append("\(player.name) has \(has), not \(expected)") }
      for news in news where news.mark != nil || news.pending > 0 {
        faults.append("\(player.name) is stuck with \(news)")
      }
    }
  }
}

extension Interleaving {
  /// The seeds of the tests: six, unless `GHOSTLIGHT_SYNC_SEEDS` contains a number of seeds or a
  /// range.
  package static var seeds: ClosedRange<UInt64> {
    guard let text = ProcessInfo.processInfo.environment["GHOSTLIGHT_SYNC_SEEDS"] else {
      return 1...6
    }
    guard let seeds = seeds(in: text) else {
      preconditionFailure("invalid GHOSTLIGHT_SYNC_SEEDS \"\(text)\": use 1000, or 332-1000")
    }
    return seeds
  }

  /// Parses a number of seeds, such as `1000`, or a range, such as `332-1000`.
  package static func seeds(in text: String) -> ClosedRange<UInt64>? {
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
    guard bounds.count <= 2, let last = bounds.last ?? nil,
      let first = bounds.count == 2 ? bounds[0] : 1, first >= 1, first <= last
    else { return nil }
    return first...last
  }
}
