import GhostlightEmulation

/// What a namespace is told once and never changes.
struct Scene: Sendable {
  let name: String
  let configuration: StageConfiguration
  /// What identifiers are derived from.
  let seed: UInt64
  /// Where changes are written down before they are answered.
  let log: (any ChangeLog)?
  /// What the journals of all namespaces hold together.
  let journals: JournalBytes
  /// What an exchange may cost while the namespace is locked; used under that lock.
  let quickBudget: WorkBudget

  init(
    name: String, _ configuration: StageConfiguration, log: (any ChangeLog)?,
    journals: JournalBytes
  ) {
    self.name = name
    self.journals = journals
    self.configuration = configuration
    self.log = log
    quickBudget = WorkBudget(min(configuration.quickWork, configuration.maxWork))
    seed = Self.seed(name, configuration.seed)
  }

  /// The moment of a number, at a time.
  func moment(_ number: UInt64, milliseconds: Int64) -> Moment {
    Moment(milliseconds: milliseconds, seed: seed &+ number &* 0xd134_2543_de82_ef95)
  }

  /// The seeded state.
  var initialState: NamespaceState {
    NamespaceState(
      backends: configuration.emulators.map(\.seed), clock: configuration.clock,
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
