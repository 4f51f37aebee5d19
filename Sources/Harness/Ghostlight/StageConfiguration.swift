public import GhostlightCore

/// What a stage is made with.
public struct StageConfiguration: Sendable {
  /// What the seeds were read from, section by section, without faults and limits.
  ///
  /// With another one, changes that were kept would not give the same state.
  public internal(set) var origin: JSONObject = [:]
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
  /// How many bytes the journals of all namespaces hold together; those of the least recently used
  /// namespaces go first.
  public var journalTotalBytes = 256 << 20
  /// How much work one exchange may cost, in units of ``WorkBudget``; more is refused with 400.
  public var maxWork = 20_000_000
  /// How much work an exchange may cost while it has its namespace for itself, in the same units;
  /// what takes more goes on beside others.
  package var quickWork = 2_000
  /// How many bytes of a body are read while an exchange has its namespace for itself.
  package var quickBodyBytes = 64 << 10
  /// Names by which clients may call the emulators beside those that a server knows by itself;
  /// `*.example.com` stands for all below a name, `*` for any.
  public var allowedHosts: [String] = []
  /// How many namespaces there may be; the least recently used of those that were never changed
  /// and that nobody holds makes room for another.
  public var namespaces = 10_000

  /// Every emulator, the system's time.
  public init() {}

  /// These emulators only, the system's time.
  public init(emulators: [Emulator]) { self.emulators = emulators }
}
