public import GhostlightCore
public import GhostlightEmulation

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
  /// How much work one exchange may cost, in units of `WorkBudget`; more is refused with 400.
  public var maxWork = 20_000_000
  /// How much work an exchange may cost while it has its namespace for itself, in the same units;
  /// what takes more goes on beside others.
  package var quickWork = 2_000
  /// How many bytes of a body are read while an exchange has its namespace for itself.
  package var quickBodyBytes = 64 << 10
  /// Names by which clients may call the emulators beside those that a server knows by itself;
  /// `*.example.com` stands for all below a name, `*` for any.
  public var allowedHosts: [String] = []
  /// Where a proxy leads the hosts that its clients ask for.
  public var proxy = ProxySettings()
  /// How many namespaces there may be; the least recently used of those that were never changed
  /// and that nobody holds makes room for another.
  public var namespaces = 10_000

  /// Every emulator, the system's time.
  public init() {}

  /// These emulators only, the system's time.
  public init(emulators: [Emulator]) { self.emulators = emulators }
}

extension StageConfiguration {
  /// Reads `ghostlight.json`: a section a vendor in the vendor's own format, and the stage's own.
  ///
  /// Members: `stackmob`, `mia`, `egf2`, `appcenter`, `cosmos`; `seed`, from which identifiers are
  /// drawn; `clock` (`{"set": time}`, with `"freeze": true` standing still); `faults`, plans that
  /// every namespace starts with; `journal` (`{"entries": n, "bytes": n}`); `namespaces`, how many
  /// there may be; `maxWork`, the units of work that one exchange may cost; `allowHosts`, names by
  /// which clients may call a server; `proxy`, where a proxy leads hosts (``ProxySettings``);
  /// `$schema`, for editors.
  ///
  /// - Parameters:
  ///   - json: The configuration.
  ///   - system: The system's time at which seeds and clocks are made, in milliseconds since 1970;
  ///     now unless given.
  /// - Throws: `ConfigurationError` with the place.
  public init(json: JSON, at system: Int64? = nil) throws(ConfigurationError) {
    try self.init(json: json, at: system, onDocument: nil)
  }

  /// The same, for who waits: `onDocument` is called for each document that is taken in, on the
  /// thread that reads.
  package init(
    json: JSON, at system: Int64? = nil, onDocument: (@Sendable () -> Void)?
  ) throws(ConfigurationError) {
    self.init()
    let system = system ?? SystemTime.milliseconds()
    for section in Emulator.names + ["clock"] {
      if let value = json[section] { origin[section] = value }
    }
    let reader = ConfigurationReader(json, onDocument: onDocument)
    try reader.allowOnly(
      ["$schema"] + Emulator.names + [
        "seed", "clock", "faults", "journal", "namespaces", "maxWork", "allowHosts",
        "proxy",
      ])
    if let number = reader["seed"] { seed = UInt64(try number.integer(0...Int64.max)) }
    if let clock = reader["clock"] { self.clock = try Self.clock(clock, system) }
    if let journal = reader["journal"] {
      try journal.allowOnly("entries", "bytes", "totalBytes")
      if let entries = journal["entries"] {
        journalEntries = Int(try entries.integer(1...10_000_000))
      }
      if let bytes = journal["bytes"] { journalBytes = Int(try bytes.integer(0...1 << 40)) }
      if let bytes = journal["totalBytes"] {
        journalTotalBytes = Int(try bytes.integer(0...1 << 40))
      }
    }
    if let limit = reader["namespaces"] { namespaces = Int(try limit.integer(1...1_000_000)) }
    if let limit = reader["maxWork"] { maxWork = Int(try limit.integer(1...Self.largestWork)) }
    if let hosts = reader["allowHosts"] {
      for host in try hosts.elements() { allowedHosts.append(try host.string()) }
    }
    if let section = reader["proxy"] { proxy = try ProxySettings(section) }
    let moment = Moment(
      milliseconds: clock.now(system: system), seed: seed)
    for name in Emulator.names {
      guard let section = reader[name] else { continue }
      guard let emulator = try Emulator(named: name, reading: section, at: moment) else {
        throw section.error("is of an emulator that is not built in: its trait is off")
      }
      replace(emulator)
    }
    if let plans = reader["faults"] { faults = try Self.faults(plans, emulators) }
  }

  /// The largest ``maxWork``: more than a day.
  package static let largestWork: Int64 = 1_000_000_000_000

  /// Puts an emulator in the place of the one of its name.
  private mutating func replace(_ emulator: Emulator) {
    guard let position = emulators.firstIndex(where: { $0.name == emulator.name }) else { return }
    emulators[position] = emulator
  }

  private static func clock(
    _ reader: ConfigurationReader, _ system: Int64
  ) throws(ConfigurationError) -> VirtualClock {
    try reader.allowOnly("set", "freeze")
    var clock = VirtualClock.system
    if let text = reader["set"] {
      guard let time = ISODate.milliseconds(try text.string()) else {
        throw text.error("is no time such as 2013-05-01T00:00:00Z")
      }
      clock.apply(.set(milliseconds: time), system: system)
    }
    if let freeze = reader["freeze"], try freeze.bool() { clock.apply(.freeze, system: system) }
    return clock
  }

  private static func faults(
    _ reader: ConfigurationReader, _ emulators: [Emulator]
  ) throws(ConfigurationError) -> [FaultPlan] {
    var plans: [FaultPlan] = []
    for plan in try reader.elements() {
      do throws(FaultPlanError) {
        plans.append(try FaultPlan(json: plan.value, emulators: emulators))
      } catch {
        throw plan.error(error.description)
      }
    }
    return plans
  }
}

/// How much there is to take in.
extension StageConfiguration {
  /// How many documents a configuration has, all vendors together; 0 where it is broken.
  package static func documentCount(in json: JSON) -> Int {
    let byName = [json["stackmob"]?["objects"], json["mia"]?["baas3"]?["items"]]
    let lists = ["users", "objects", "edges"].map { json["egf2"]?[$0] }
    let containers = (json["cosmos"]?["databases"]?.array ?? []).flatMap {
      $0["containers"]?.array ?? []
    }
    let collections = json["mia"]?["collections"]?.array ?? []
    let all =
      byName.flatMap { ($0?.object ?? [:]).map(\.value) } + lists.compactMap(\.self)
      + (containers + collections).compactMap { $0["documents"] }
    return all.reduce(0) { $0 + ($1.array?.count ?? 0) }
  }
}
