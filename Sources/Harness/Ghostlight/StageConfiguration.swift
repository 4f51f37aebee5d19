/// What a stage is made with.
public struct StageConfiguration: Sendable {
  /// The emulators on the stage.
  public var emulators: [Emulator] = Emulator.all
  /// What identifiers are derived from; the same seed and requests give the same bytes.
  public var seed: UInt64 = 1
  /// The clock that every namespace starts with.
  public var clock = VirtualClock.system
  /// The fault plans that every namespace starts with.
  public var faults: [FaultPlan] = []
  /// How many exchanges each namespace's journal keeps.
  public var journalEntries = 1000
  /// How many bytes of bodies each namespace's journal keeps.
  public var journalBytes = 32 << 20
  /// How many namespaces there may be.
  public var namespaces = 10_000

  /// Every emulator, the system's time.
  public init() {}

  /// These emulators only, the system's time.
  public init(emulators: [Emulator]) { self.emulators = emulators }
}
