import GhostlightSync
import GhostlightSyncStatus
import SyncFixtures
import SyncScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `An edit that the service replaces` {
  @Test(
    arguments: SyncKind.allCases,
    [(Marks.push, "mine"), (nil, "mine"), (Marks.trash, "first")] as [(String?, String)])
  func `a replaced edit is listed in the status, with its mark and attributes`(
    _ kind: SyncKind, _ edit: (mark: String?, text: String)
  ) async throws {
    let project = try MiaProject()
    let server = kind.server(project)
    server.create("n", "first")
    let id = server.documents()[0].id
    let player = try Player(project.transport) { try kind.device("a", $0) }
    #expect(try await player.sync().replaced == [])
    try player.device.change("n", ["text": edit.text], edit.mark)
    server.edit(id, "theirs")
    let expected = ReplacedEdit(
      entity: "News", id: id, mark: edit.mark,
      attributes: #"{"text":"\#(edit.text)","title":"n"}"#)
    #expect(try await player.sync().replaced == [expected])
    #expect(try player.device.news().map(\.text) == ["theirs"])
    #expect(try await player.sync().replaced == [])
  }

  @Test(arguments: SyncKind.allCases)
  func `no edit is listed if the object was not changed`(_ kind: SyncKind) async throws {
    let project = try MiaProject()
    let server = kind.server(project)
    server.create("n", "first")
    let player = try Player(project.transport) { try kind.device("a", $0) }
    _ = try await player.sync()
    server.edit(server.documents()[0].id, "theirs")
    #expect(try await player.sync().replaced == [])
  }
}
