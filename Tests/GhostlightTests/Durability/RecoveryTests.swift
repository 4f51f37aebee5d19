import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Recovery of a namespace` {
  private let stage: Stage
  private static let error = ChangeLogError("the disk is full; make room")

  init() throws {
    var configuration = StageConfiguration(services: [
      Service(name: "notes", title: "Notes", port: 1, seed: NoteBackend())
    ])
    configuration.clock = .frozen(at: Stage.opening)
    stage = Stage(configuration, log: ChangeMemory())
    stage.add("a", in: "one")
    stage.add("b", in: "two")
  }

  private func notes(_ name: String) -> Response {
    stage.respond(to: .note(.get, "/note", in: name), by: "notes")
  }

  @Test func `a suspended namespace refuses everything with 503, while others continue`() throws {
    let space = try stage.namespace("one")
    let snapshot = try stage.namespace("two").snapshot()
    stage.suspend(reason: Self.error) { ["one"] }
    for request in [
      Request.note(.post, "/note", "c", in: "one"), .note(.get, "/note", in: "one"),
    ] {
      let response = stage.respond(to: request, by: "notes")
      #expect(response.status == .serviceUnavailable)
      #expect(response.headers[.ghostlightReason] == Self.error.description)
    }
    #expect(space.problem == Self.error)
    #expect(throws: Self.error) { try space.reset() }
    #expect(throws: Self.error) { try space.restore(snapshot) }
    #expect(throws: Self.error) { try space.changeClock(.freeze) }
    let refusal = NamespaceError.notDurable(Self.error.description)
    #expect(throws: refusal) { try stage.fork("one", as: "three") }
    #expect(throws: refusal) { try stage.fork("two", as: "one") }
    #expect(throws: refusal) { try stage.drop("one") }
    #expect(throws: ProviderStateError(Self.error.description, isNotDurable: true)) {
      try space.setUp("note exists", in: "notes")
    }
    #expect(notes("two").status == .ok)
    stage.add("d", in: "two")
    #expect(notes("two").text.contains("d"))
  }

  @Test func `a resumed namespace has the restored state and its own journal and faults`() throws {
    let restored = Stage(stage.configuration)
    restored.add("before", in: "one")
    let space = try stage.namespace("one")
    space.addFault(FaultPlan(.latency(milliseconds: 0)))
    let journal = space.journal.count
    stage.suspend(reason: Self.error) { ["one", "gone", "default"] }
    #expect(stage.namespaceNames == ["default", "gone", "one", "two"])
    stage.resume(["one", "gone", "default"], from: restored)
    #expect(stage.namespaceNames == ["default", "one", "two"])
    #expect(
      notes("one").body == restored.respond(to: .note(.get, "/note", in: "one"), by: "notes").body)
    #expect(space.problem == nil)
    #expect(space.faults.count == 1)
    #expect(space.journal.count == journal + 1)
    #expect(notes("default").status == .ok)
    #expect(notes("gone").status == .ok)
  }
}
