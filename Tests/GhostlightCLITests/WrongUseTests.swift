import Foundation
import Ghostlight
import GhostlightCore
import GhostlightServer
import TestSupport
import Testing

@testable import GhostlightCLI

/// The rows are in `WrongUses`; `GHOSTLIGHT_TRANSCRIPTS=write` writes what the commands print now.
@Suite(.limitedConcurrency, .timeLimit(.minutes(20))) struct `Wrong uses of the commands` {
  private static let isWriting =
    ProcessInfo.processInfo.environment["GHOSTLIGHT_TRANSCRIPTS"] == "write"

  @Test(arguments: WrongUse.names)
  func `each wrong use ends with its exit code and a message`(_ name: String) async throws {
    var options = ServerOptions()
    options.portBase = 0
    let server = try await EmulatorServer.start(Stage(), options)
    var text = try WrongUse.text(of: name)
    for row in WrongUse.rows(of: text) {
      let played = try await row.played(on: server)
      #expect(played.code != 0 && (1...3).contains(played.message.count), "\(name).txt:\(row.line)")
      if Self.isWriting {
        text = text.replacing(row.text + "\n", with: played.text + "\n", maxReplacements: 1)
      } else {
        #expect(played.text == row.text, "\(name).txt:\(row.line)")
      }
    }
    if Self.isWriting { try WrongUse.write(text, to: name) }
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `the remedy has the similar name, and all names or the nearest three`() {
    #expect(
      NearestNames.remedy(for: "Mai", among: ["mia", "egf2"])
        == "did you mean \"mia\"? there are: mia, egf2")
    #expect(NearestNames.remedy(for: "x", among: ["mia", "egf2"]) == "there are: mia, egf2")
    #expect(
      NearestNames.remedy(for: "zzzzzz", among: ["a", "b", "a", "c", "d", "e"])
        == "there are: a, b, c, d, e")
    #expect(
      NearestNames.remedy(for: "zzzzzz", among: ["status", "reset", "state", "states", "a", "b"])
        == "the nearest are: status, reset, state")
  }

  @Test func `the table has rows for every command`() throws {
    let rows = try WrongUse.names.flatMap { WrongUse.rows(of: try WrongUse.text(of: $0)) }
    #expect(rows.count >= 200)
    let used = Set(rows.map { CommandNames.command($0.arguments).path.joined(separator: " ") })
    #expect(HelpPages.names.filter { !used.contains($0) } == [])
  }

  @Test(arguments: WrongUse.names)
  func `the executable prints the same message`(_ name: String) throws {
    let rows = WrongUse.rows(of: try WrongUse.text(of: name))
    guard let row = rows.first(where: { $0.files.isEmpty }) else { return }
    let result = try Command.run(row.arguments)
    #expect(result.code == row.code && result.output == "")
    let message = WrongUse.withoutUsage(String(result.errors.dropLast()), row.arguments)
    #expect(message == row.message.joined(separator: "\n"))
  }
}
