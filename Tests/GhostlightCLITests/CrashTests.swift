import Foundation
import TestSupport
import Testing

@Suite struct `Crashes` {
  @Test func `what was acknowledged outlives fifty kills, and nothing is ever half there`() throws {
    let folder = try TemporaryFolder()
    var numbers = SeededNumbers(seed: 2013)
    var sent: [String: Note] = [:]
    var acknowledged: Set<Note> = []
    var server = try RunningServer("--data", folder["data"])
    for round in 1...50 {
      let writers = try WriterRound(
        round, server, limit: Int.random(in: 1...60, using: &numbers))
      writers.play()
      #expect(try server.command.end().code == 128 + SIGKILL)
      #expect(writers.surprises == [])
      for note in writers.sent { sent[note.identifier] = note }
      acknowledged.formUnion(writers.acknowledged)

      server = try RunningServer("--data", folder["data"])
      let kept = try notes(of: server)
      #expect(Set(kept).count == kept.count)
      #expect(acknowledged.subtracting(kept) == [])
      #expect(kept.filter { sent[$0.identifier] != $0 } == [])
    }
    // Each kill struck writers in the middle of their work.
    #expect(sent.count > acknowledged.count)
    #expect(try server.end(SIGINT) == CommandResult(code: 0, output: ""))
  }

  private func notes(of server: RunningServer) throws -> [Note] {
    let reply = try server.connect().send("GET", "/note")
    guard reply.status == 200 else { throw TestProblem("\(reply.status) \(reply.body)") }
    return try JSONDecoder().decode([Note].self, from: Data(reply.body.utf8))
  }
}
