import Ghostlight
import GhostlightCore
import Synchronization
import Testing

@testable import GhostlightPersistence

@Suite struct `A stage that starts again` {
  let folder = TestFolder()

  @Test(arguments: [Int64.max, 7, 1])
  func `is what it was, with cuts and without`(_ interval: Int64) throws {
    let before: [String: String]
    do {
      let opened = try DataFolder(at: folder.path)
      let stage = Stage.standing(opened.log)
      try opened.restore(into: stage)
      let snapshotter = Snapshotter(opened, stage, every: interval / 2)
      try play(stage) { if interval == 1 { try snapshotter.takeCut() } }
      if interval < .max { try snapshotter.close() }
      before = stage.everything
      try opened.close()
    }
    let opened = try DataFolder(at: folder.path)
    let stage = Stage.standing(opened.log)
    try opened.restore(into: stage)
    #expect(stage.everything == before)
    #expect(stage.create(100))
    #expect(stage.create(100, in: "fork"))
  }

  @Test func `says how far it is`() throws {
    let opened = try DataFolder(at: folder.path)
    for key in 1...2500 { _ = opened.log.append(.create(key)) }
    try opened.log.settle(opened.log.last)
    var steps: [[Int]] = []
    try opened.restore(into: .standing()) { steps.append([$0, $1]) }
    #expect(steps == [[1000, 2500], [2000, 2500], [2500, 2500]])
  }

  @Test(arguments: [
    "kind = 'dance'", "method = 'G E T'", "headers = '{'", "headers = '[[1,2]]'", "target = NULL",
    "emulator = 'nobody'", "moment = 'x'", "kind = 'clock', detail = '[]'",
    "kind = 'fork', detail = NULL", "body = 'no JSON'",
  ])
  func `names the change that cannot be replayed`(_ assignment: String) throws {
    let opened = try DataFolder(at: folder.path)
    for key in 1...3 { try opened.log.settle(opened.log.append(.create(key))) }
    try opened.execute("UPDATE changes SET \(assignment) WHERE number = 2")
    let problem = #expect(throws: DataFolderProblem.self) {
      try opened.restore(into: .standing())
    }
    guard case .cannotReplay(folder.database, 2, _) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  /// Changes of every kind in several namespaces.
  private func play(_ stage: Stage, _ pause: () throws -> Void) throws {
    for key in 1...5 {
      #expect(stage.create(key))
      try pause()
    }
    try stage.fork(as: "fork")
    try stage.fork("fork", as: "gone")
    try pause()
    #expect(stage.create(6, in: "gone"))
    try stage.drop("gone")
    try pause()
    #expect(stage.create(7, in: "fork"))
    try stage.namespace("fork").changeClock(.advance(milliseconds: 1234))
    #expect(stage.create(8, in: "fork"))
    try pause()
    let snapshot = try stage.namespace("fork").snapshot()
    #expect(stage.create(9, in: "other"))
    try stage.namespace("other").reset()
    try pause()
    #expect(stage.create(10, in: "other"))
    try stage.namespace("third").restore(snapshot)
    #expect(stage.create(11, in: "third"))
  }
}
