import GhostlightCore
import GhostlightEmulation
import Synchronization
import Testing

@testable import Ghostlight

/// Tests that name every field of a namespace's state, and fail when a field is added.
@Suite struct `Fields of a namespace's state` {
  private static func settings(_ stage: Stage) -> NamespaceSettings { stage.settings("default") }

  private static let fields = [
    "backends", "clock", "journal", "faults", "writers", "epochs", "journalEpoch", "moments",
    "lastChange", "isTouched", "isRetired", "replaysUnorderedIDs", "subscribers", "pendingEvents",
  ]

  /// Returns a state in which every field differs from that of a new namespace.
  private static func used(_ stage: Stage) throws -> NamespaceState {
    stage.add("kept")
    stage.add("kept", by: "other")
    let space = try stage.namespace()
    try space.changeClock(.advance(milliseconds: 5))
    try space.addFault(FaultPlan(.deliver(.reset)))
    var state = space.state.withLock { $0 }
    state.epochs = [3, 4]
    state.journalEpoch = 5
    state.lastChange = 6
    state.isRetired = true
    state.replaysUnorderedIDs = true
    _ = state.subscribers.subscribe(EventSubscriber(receive: { _ in }, end: {}), emulator: 0)
    return state
  }

  private static func notes(_ state: NamespaceState) -> [Int] {
    state.backends.map { ($0 as? NoteBackend)?.notes.count ?? -1 }
  }

  @Test func `every field is one of those that these tests cover`() throws {
    let state = Self.settings(.notes()).initialState
    #expect(Mirror(reflecting: state).children.map(\.label) == Self.fields)
  }

  @Test func `a reset renews what the stage configures, and keeps what ties it to its stage`()
    throws
  {
    let stage = Stage.notes { $0.faults = [FaultPlan(.latency(milliseconds: 1))] }
    var state = try Self.used(stage)
    #expect(Self.notes(state) == [1, 1])
    state.reset(to: Self.settings(stage).initialState, emulator: nil, isWhole: true)
    #expect(Self.notes(state) == [0, 0])
    #expect(state.clock == .frozen(at: Stage.opening))
    #expect(state.journal.count == 0 && state.journal.all.isEmpty)
    #expect(state.faults.active.map(\.number) == [1])
    #expect(state.faults.active.map(\.matchCount) == [0])
    #expect(state.epochs == [4, 5])
    #expect(state.journalEpoch == 6)
    #expect(state.moments == 0)
    #expect(state.lastChange == 6)
    #expect(!state.isTouched)
    #expect(state.isRetired)
    #expect(!state.replaysUnorderedIDs)
    #expect(!state.subscribers.isEmpty)
  }

  @Test func `a reset of one emulator renews only its backend and interrupts its writers`() throws {
    let stage = Stage.notes()
    var state = try Self.used(stage)
    let before = state
    state.reset(to: Self.settings(stage).initialState, emulator: 1, isWhole: false)
    #expect(Self.notes(state) == [1, 0])
    #expect(state.clock == before.clock)
    #expect(state.journal.all.map(\.number) == before.journal.all.map(\.number))
    #expect(state.faults.active == before.faults.active)
    #expect(state.epochs == [3, 5])
    #expect(state.journalEpoch == 5)
    #expect(state.moments == before.moments)
    #expect(state.lastChange == 6)
    #expect(state.isTouched && state.isRetired && state.replaysUnorderedIDs)
    #expect(!state.subscribers.isEmpty)
  }

  @Test func `a restored snapshot replaces backends, clock and identifiers only`() throws {
    let stage = Stage.notes()
    stage.add("a", in: "source")
    let source = try stage.namespace("source")
    try source.changeClock(.advance(milliseconds: 77))
    let snapshot = source.snapshot()
    #expect(
      Mirror(reflecting: snapshot).children.map(\.label)
        == ["emulators", "backends", "clock", "moments"])
    var state = try Self.used(stage)
    state.isTouched = false
    let before = state
    state.apply(snapshot)
    #expect(Self.notes(state) == [1, 0])
    #expect(state.clock == .frozen(at: Stage.opening + 77))
    #expect(state.moments == snapshot.moments && snapshot.moments == 1)
    #expect(state.journal.all.map(\.number) == before.journal.all.map(\.number))
    #expect(state.faults.active == before.faults.active)
    #expect(state.epochs == [4, 5])
    #expect(state.journalEpoch == 5)
    #expect(state.lastChange == 6)
    #expect(state.isTouched && state.isRetired && state.replaysUnorderedIDs)
    #expect(!state.subscribers.isEmpty)
  }

  @Test func `a fork has the snapshot of its source, and the rest of the stage`() throws {
    let stage = Stage.notes { $0.faults = [FaultPlan(.latency(milliseconds: 1))] }
    _ = try Self.used(stage)
    let space = try stage.namespace()
    let source = space.state.withLock { $0 }
    let fork = try stage.fork(as: "copy")
    let state = fork.state.withLock { $0 }
    #expect(fork.name == "copy")
    #expect(Self.notes(state) == [1, 1])
    #expect(state.clock == source.clock)
    #expect(state.moments == source.moments)
    #expect(state.journal.count == 0)
    #expect(state.faults.active.map(\.number) == [1])
    #expect(state.epochs == [0, 0] && state.journalEpoch == 0)
    #expect(state.lastChange == 0)
    #expect(state.isTouched)
    #expect(!state.isRetired && !state.replaysUnorderedIDs)
    #expect(state.subscribers.isEmpty)
  }

  @Test func `a retired namespace interrupts its writers and ends its subscriptions`() throws {
    var state = try Self.used(.notes())
    state.isRetired = false
    state.retire(by: nil)
    #expect(state.isRetired && state.subscribers.isEmpty)
    #expect(state.lastChange == 6)
    #expect(state.epochs == [4, 5])
    state.retire(by: 9)
    #expect(state.lastChange == 9)
  }

  @Test func `moments have the time, the seed and an order that grows`() {
    let settings = Self.settings(.notes(seed: 5))
    #expect(settings.seed == FNV1a.hash(of: "default", seed: 5))
    let moments = [1, 2].map { settings.moment($0, milliseconds: 9) }
    #expect(moments.map(\.milliseconds) == [9, 9])
    #expect(moments[0] != moments[1])
    var state = settings.initialState
    state.moments = .max
    _ = state.nextMoment(settings, system: 0)
    #expect(state.moments == 0)
    #expect(
      state.nextMoment(settings, system: 0) == settings.moment(1, milliseconds: Stage.opening))
  }
}

@Suite struct `Errors of a namespace` {
  @Test(
    arguments: [
      (
        .badName("a b"),
        #""a b" is not a valid namespace: use 1 to 64 letters, digits, "-", "_" or ".""#
      ),
      (
        .tooMany(3),
        "there are 3 namespaces already, all of them in use or changed; drop some, or raise the "
          + "limit with \"namespaces\" in ghostlight.json"
      ),
      (.notDurable("why"), "why"),
    ] as [(NamespaceError, String)])
  func `an error has its remedy`(_ error: NamespaceError, _ text: String) {
    #expect(error.description == text)
    var response = Response.json(.badRequest, ["error": .string(text)])
    response.headers[.ghostlightReason] = text
    #expect(NamespaceError.response(error.description) == response)
    response.status = .serviceUnavailable
    #expect(NamespaceError.response(error.description, .serviceUnavailable) == response)
    #expect(ChangeLogError(text).response == response)
  }

  @Test func `a namespace is made up to the limit, and again after one was dropped`() throws {
    let stage = Stage.notes { $0.namespaces = 3 }
    for name in ["one", "two"] { stage.add("x", in: name) }
    #expect(stage.namespaceNames == ["default", "one", "two"])
    #expect(throws: NamespaceError.tooMany(3)) { try stage.namespace("three") }
    #expect(throws: NamespaceError.tooMany(3)) { try stage.fork("one", as: "three") }
    try stage.fork("one", as: "two")
    #expect(try stage.existing("three") == nil)
    try stage.drop("two")
    #expect(try stage.existing("two") == nil)
    try stage.fork("one", as: "three")
    #expect(stage.texts(in: "three") == ["x"])
    #expect(stage.namespaceNames == ["default", "one", "three"])
  }

  @Test func `a namespace that is only viewed is not stored`() throws {
    let stage = Stage.notes()
    #expect(try stage.view("one").name == "one")
    #expect(try stage.existing("one") == nil)
    #expect(stage.namespaceNames == ["default"])
    let space = try stage.namespace("one")
    #expect(try stage.view("one") === space)
    #expect(try stage.existing("one") === space)
    #expect(throws: NamespaceError.badName("")) { try stage.existing("") }
  }
}
