import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Crashes of a server with a data folder` {
  @Test
  func `acknowledged writes survive fifty kills and full disks, and refused writes do not exist`()
    throws
  {
    let disk = try SmallDisk(megabytes: 96)
    let data = disk.path + "/data"
    var numbers = SeededNumbers(seed: 2013)
    var sent: [String: Note] = [:]
    var acknowledged: Set<String> = []
    var refused: Set<String> = []
    var (server, control) = try disk.start("--data", data)
    for round in 1...50 {
      let writers = try WriterRound(round, server, control, Self.plan(round, &numbers))
      writers.run()
      let end = try server.command.end()
      #expect(end.code == 128 + SIGKILL, "\(end)")
      #expect(writers.surprises == [])
      for note in writers.sent { sent[note.identifier] = note }
      acknowledged.formUnion(writers.acknowledged.map(\.identifier))
      refused.formUnion(writers.refused.map(\.identifier))
      try control.free()

      (server, control) = try disk.start("--data", data)
      let notes = try notes(of: server)
      let kept = try identifiers(of: server)
      #expect(Set(notes).count == notes.count)
      #expect(Set(notes.map(\.identifier)).isSubset(of: kept))
      #expect(acknowledged.subtracting(kept) == [])
      #expect(refused.intersection(kept) == [])
      #expect(notes.filter { sent[$0.identifier] != $0 } == [])
    }
    // Each kill and each full disk interrupted writers in the middle of their work.
    #expect(sent.count > acknowledged.count)
    #expect(refused.count >= 25 * 6)
    #expect(try server.end(SIGINT) == CommandResult(code: 0, output: ""))
  }

  /// Returns the plan for one round.
  ///
  /// In every second round the disk is full for a while, and the server refuses everything until the
  /// next round. In every sixth round the server is killed while the disk is full.
  private static func plan(_ round: Int, _ numbers: inout SeededNumbers) -> WriterRound.Plan {
    var plan = WriterRound.Plan(limit: Int.random(in: 1...60, using: &numbers))
    guard round.isMultiple(of: 2) else { return plan }
    plan.fullAfter = plan.limit
    plan.limit += Int.random(in: 20...40, using: &numbers)
    plan.diesFull = round.isMultiple(of: 6)
    return plan
  }

  private func notes(of server: RunningServer) throws -> [Note] {
    let reply = try server.connect().send("GET", "/note")
    // The schema does not exist, because no note survived the kill.
    if reply.status == 404 { return [] }
    guard reply.status == 200 else { throw TestError("\(reply.status) \(reply.body)") }
    return try JSONDecoder().decode([Note].self, from: Data(reply.body.utf8))
  }

  /// Returns the identifiers of all notes in the server's state, over all vendors.
  private func identifiers(of server: RunningServer) throws -> Set<String> {
    let reply = try server.connect(to: "control").send("GET", "/__ghostlight/v1/snapshot")
    guard reply.status == 200 else { throw TestError("\(reply.status) \(reply.body)") }
    return Set(reply.body.matches(of: /r\d+-w\d+-\d+/).map { String($0.output) })
  }
}
