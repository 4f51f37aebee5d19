import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Eviction of namespaces` {
  private let stage = Stage.notes { $0.namespaces = 4 }

  /// An operation on a namespace, which may or may not protect the namespace from eviction.
  enum Use: CaseIterable {
    case read, refused, written, clock, fault, faultRemoved, state, restored, forked, reset

    var keepsIt: Bool { self != .read && self != .refused }

    func happens(in name: String, of stage: Stage) throws {
      let space = try stage.namespace(name)
      switch self {
      case .read: _ = stage.texts(in: name)
      case .refused:
        let request = Request.note(.delete, "/note", in: name)
        #expect(stage.respond(to: request, by: "notes").status == .conflict)
      case .written: stage.add("x", in: name)
      case .clock: try space.changeClock(.advance(milliseconds: 1))
      case .fault: try space.addFault(FaultPlan(.latency(milliseconds: 0)))
      case .faultRemoved: space.removeFault()
      case .state: _ = try space.setUp("note exists", in: "notes")
      case .restored: try space.restore(try stage.namespace().snapshot())
      case .forked: try stage.fork(as: name)
      case .reset: try space.reset()
      }
    }
  }

  @Test(arguments: Use.allCases)
  func `only a namespace without changes is evicted`(_ use: Use) throws {
    try use.happens(in: "a", of: stage)
    for name in ["b", "c"] { stage.add("x", in: name) }
    #expect(stage.add("x", in: "d").status == (use.keepsIt ? .badRequest : .created))
    let kept = use.keepsIt ? ["a", "b", "c"] : ["b", "c", "d"]
    #expect(stage.namespaceNames == kept + ["default"])
  }

  @Test func `the least recently used namespace is evicted first`() {
    for name in ["a", "b", "c", "a"] { #expect(stage.texts(in: name) == []) }
    #expect(stage.texts(in: "d") == [])
    #expect(stage.namespaceNames == ["a", "c", "d", "default"])
    #expect(stage.texts(in: "e") == [])
    #expect(stage.namespaceNames == ["a", "d", "default", "e"])
  }

  @Test func `a namespace with another owner is not evicted`() throws {
    let held = try stage.namespace("held")
    for name in ["a", "b", "c"] { #expect(stage.texts(in: name) == []) }
    #expect(stage.namespaceNames == ["b", "c", "default", "held"])
    withExtendedLifetime(held) {}
  }

  @Test func `a fork evicts a namespace if needed`() throws {
    for name in ["a", "b", "c"] { #expect(stage.texts(in: name) == []) }
    stage.add("x")
    try stage.fork(as: "copy")
    #expect(stage.texts(in: "copy") == ["x"])
    #expect(stage.namespaceNames == ["b", "c", "copy", "default"])
  }

  @Test func `twenty thousand names find room, and the default one is never evicted`() throws {
    let stage = Stage.notes { $0.namespaces = 1000 }
    for number in 1...20_000 { #expect(stage.texts(in: "n\(number)") == []) }
    let names = stage.namespaceNames
    #expect(names.count == 1000)
    #expect(Set(names) == Set((19_002...20_000).map { "n\($0)" } + ["default"]))
  }
}

@Suite struct `Total size of the journals` {
  @Test func `journals share a limit, and those used last are kept`() async throws {
    let limit = 200_000
    let stage = Stage.notes { $0.journalTotalBytes = limit }
    let body = String(repeating: "x", count: 10_000)
    for number in 1...100 { stage.add(body, in: "n\(number)") }
    // The stage clears journals on another thread.
    for _ in 0..<100_000 where stage.journalByteCount > limit {
      _ = stage.texts(in: "n100")
      await Task.yield()
    }
    #expect(stage.journalByteCount <= limit)
    #expect(try stage.namespace("n1").journal.isEmpty)
    #expect(try stage.namespace("n100").journal.isEmpty == false)
    #expect(stage.texts(in: "n1") == [body])
  }

  @Test func `dropped, reset and freed journals no longer count`() throws {
    let stage = Stage.notes { $0.journalEntries = 3 }
    #expect(stage.journalByteCount == 0)
    for number in 1...5 { stage.add("\(number)", in: "a") }
    let three = stage.journalByteCount
    #expect((3 * 1024..<3 * 1200).contains(three))
    for number in 1...5 { stage.add("\(number)", in: "b") }
    #expect(stage.journalByteCount == 2 * three)
    try stage.fork("a", as: "c")
    #expect(stage.journalByteCount == 2 * three)
  }
}
