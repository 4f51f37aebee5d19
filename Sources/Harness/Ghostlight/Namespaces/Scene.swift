import GhostlightEmulation

/// What a namespace is told once and never changes.
struct Scene: Sendable {
  let name: String
  let configuration: StageConfiguration
  /// The emulators' seeds, which all namespaces share until they change.
  private let seeds: [any Backend]
  /// What identifiers are derived from.
  let seed: UInt64
  /// Where changes are written down before they are answered.
  let log: (any ChangeLog)?
  /// Whether there is one; asked in each exchange, where a copy of it would cost more.
  let keepsChanges: Bool
  /// What the journals of all namespaces hold together.
  let journals: JournalBytes
  /// What an exchange may cost while the namespace is locked; used under that lock.
  let quickBudget: WorkBudget

  init(
    name: String, _ configuration: StageConfiguration, seeds: [any Backend],
    log: (any ChangeLog)?, journals: JournalBytes
  ) {
    self.name = name
    self.seeds = seeds
    self.journals = journals
    self.configuration = configuration
    self.log = log
    keepsChanges = log != nil
    quickBudget = WorkBudget(
      min(configuration.quickWork, configuration.maxWork), isProvisional: true)
    seed = Self.seed(name, configuration.seed)
  }

  /// The moment of a number, at a time.
  func moment(_ number: UInt64, milliseconds: Int64) -> Moment {
    Moment(milliseconds: milliseconds, seed: seed &+ number &* 0xd134_2543_de82_ef95)
  }

  /// The seeded state.
  var initialState: NamespaceState { state(of: seeds, configuration.clock) }

  /// The state that a snapshot begins.
  func state(of snapshot: Snapshot) -> NamespaceState {
    var state = state(of: snapshot.backends, snapshot.clock)
    state.isTouched = true
    state.moments = snapshot.moments
    return state
  }

  private func state(of backends: [any Backend], _ clock: VirtualClock) -> NamespaceState {
    NamespaceState(
      backends: backends, clock: clock,
      journal: Journal(
        capacity: configuration.journalEntries, byteCapacity: configuration.journalBytes,
        of: journals),
      faults: FaultBoard(configuration.faults))
  }

  /// The position of an emulator in the stage's list.
  func position(of emulator: String) -> Int? {
    configuration.emulators.firstIndex { $0.name == emulator }
  }

  /// FNV-1a of the name over the stage's seed.
  private static func seed(_ name: String, _ seed: UInt64) -> UInt64 {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
