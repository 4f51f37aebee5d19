import Foundation
import GhostlightSync
import GhostlightSyncStatus
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing

/// A device with a file, after it has pulled the documents "n" and "other".
private struct ClockPlay {
  let project: MiaProject
  let server: any NewsServer
  let player: Player
  private let folder: TemporaryFolder

  init(_ kind: SyncKind) async throws {
    project = try MiaProject()
    server = kind.server(project)
    folder = try TemporaryFolder()
    let file = URL(filePath: folder["a.sqlite"])
    player = try Player(project.transport) { try kind.device("a", $0, file: file) }
    server.create("n", "one")
    server.create("other", "one")
    #expect(try await player.sync().error == nil)
  }

  /// Changes the document "n" as another client does.
  func editElsewhere(_ text: String) {
    if let id = server.documents().first(where: { $0.title == "n" })?.id { server.edit(id, text) }
  }

  /// The text of the object "n" on the device.
  var text: String? { get throws { try player.device.news().first { $0.title == "n" }?.text } }
}

@Suite(.limitedConcurrency) struct `After the service's clock was set back by an hour` {
  @Test(arguments: SyncKind.allCases)
  func `a device receives changes by others`(_ kind: SyncKind) async throws {
    let play = try await ClockPlay(kind)
    try play.project.moveClock(hours: -1)
    for text in ["two", "three"] {
      play.editElsewhere(text)
      #expect(try await play.player.sync().error == nil)
      #expect(try play.text == text)
    }
    play.editElsewhere("four")
    try play.player.restart()
    try play.project.moveClock(hours: 1)
    #expect(try await play.player.sync().error == nil)
    #expect(try play.text == "four")
  }

  @Test(arguments: SyncKind.allCases)
  func `a device that was killed while it received everything starts from the beginning`(
    _ kind: SyncKind
  ) async throws {
    let play = try await ClockPlay(kind)
    try play.project.moveClock(hours: -1)
    play.editElsewhere("two")
    play.player.network.lose(.killAfter, at: 2)
    _ = try await play.player.sync()
    #expect(play.player.network.heal())
    #expect(try await play.player.sync().error == nil)
    #expect(try play.text == "two")
  }

  @Test(arguments: SyncKind.allCases)
  func `a device asks for everything once`(_ kind: SyncKind) async throws {
    let play = try await ClockPlay(kind)
    try play.project.moveClock(hours: -1)
    var counts: [Int] = []
    for _ in 1...3 {
      let start = play.project.journalCount
      #expect(try await play.player.sync().error == nil)
      counts.append(play.project.calls(since: start).count)
    }
    #expect(counts == [2, 1, 1])
  }

  @Test(arguments: SyncKind.allCases)
  func `an edit of a document that others left alone is sent`(_ kind: SyncKind) async throws {
    let play = try await ClockPlay(kind)
    try play.player.device.change("n", ["text": "mine"], Marks.push)
    try play.project.moveClock(hours: -1)
    #expect(try await play.player.sync().replaced == [])
    #expect(play.server.documents().first { $0.title == "n" }?.text == "mine")
    #expect(try play.player.device.news().map(\.mark) == [nil, nil])
  }

  @Test(arguments: SyncKind.allCases)
  func `an edit of a document that others changed is replaced and named`(
    _ kind: SyncKind
  ) async throws {
    let play = try await ClockPlay(kind)
    try play.player.device.change("n", ["text": "mine"], Marks.push)
    try play.project.moveClock(hours: -1)
    play.editElsewhere("theirs")
    #expect(
      try await play.player.sync().replaced.map(\.attributes) == [#"{"text":"mine","title":"n"}"#])
    #expect(try play.text == "theirs")
  }

  @Test(arguments: SyncKind.allCases, [0, 1])
  func `a device receives a change of a document that it has written itself`(
    _ kind: SyncKind, _ hours: Int64
  ) async throws {
    let play = try await ClockPlay(kind)
    // The clock is a day ahead for this write only, so no other version is that new.
    try play.project.moveClock(hours: 24)
    try play.player.device.change("n", ["text": "mine"], Marks.push)
    #expect(try await play.player.sync().error == nil)
    try play.project.moveClock(hours: -1)
    if hours > 0 { #expect(try await play.player.sync().error == nil) }
    play.editElsewhere("theirs")
    try play.player.restart()
    try play.project.moveClock(hours: hours)
    #expect(try await play.player.sync().error == nil)
    #expect(try play.text == "theirs")
  }

  @Test(arguments: SyncKind.allCases)
  func `a creation that is sent again, and whose response is lost, is recognised`(
    _ kind: SyncKind
  ) async throws {
    let play = try await ClockPlay(kind)
    try play.player.device.insert(["title": "new", "text": "mine"], Marks.push)
    play.player.network.lose(.request, at: 2)
    _ = try await play.player.sync()
    try play.project.moveClock(hours: -1)
    play.player.network.lose(.response, at: 3)
    _ = try await play.player.sync()
    #expect(play.player.network.heal())
    #expect(try await play.player.sync().error == nil)
    #expect(play.server.documents().count == 3)
    #expect(try play.player.device.news().map(\.pending) == [0, 0, 0])
  }
}
