public import GhostlightCore
public import GhostlightEmulation

/// The settings of a stage: its services, initial clock, fault plans and limits.
///
/// Set the properties before you create a ``Stage``; a stage keeps its own copy. Every namespace
/// starts with the same settings. The command line reads them from `ghostlight.json`.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = StageConfiguration(services: [.stackMob(), .mia()])
/// configuration.clock = .frozen(at: 1_371_040_000_000)
/// configuration.faults = [FaultPlan(.fail(ServiceFailure(.serviceUnavailable)))]
/// configuration.journalEntries = 100
/// let stage = Stage(configuration)
/// ```
///
/// The same settings and requests give the same response bytes, because identifiers derive from
/// ``seed`` and the clock. The defaults suit tests: all emulators, the system clock, no faults.
public struct StageConfiguration: Sendable {
  /// The sections of `ghostlight.json` that determine the emulators' seeds and the clock, with a
  /// digest of the files that they name.
  ///
  /// Changes on disk can be replayed only with the same sections.
  public internal(set) var origin: JSONObject = [:]
  /// The services of the stage; by default, all emulators that are built in.
  public var services: [Service] = Service.all
  /// The services that were removed by ``removeServices(except:)``.
  ///
  /// A proxy rejects requests for their hosts, so that an app does not reach the vendor by accident.
  private var excluded: [Service] = []
  /// The number that identifiers are derived from.
  public var seed: UInt64 = 1
  /// The initial clock of every namespace.
  public var clock = VirtualClock.system
  /// The initial fault plans of every namespace.
  public var faults: [FaultPlan] = []
  /// The maximum number of exchanges in the journal of a namespace.
  public var journalEntries = 1000
  /// The maximum number of bytes of request paths and bodies in the journal of a namespace.
  public var journalBytes = 32 << 20
  /// The maximum number of bytes in the journals of all namespaces together.
  ///
  /// Beyond this limit, the stage clears the journals of the least recently used namespaces.
  public var journalTotalBytes = 256 << 20
  /// The maximum work for one exchange, in units of `WorkBudget`.
  ///
  /// A request that needs more work gets a response with status 400.
  public var maxWork = 20_000_000
  /// The maximum work for an exchange while it holds the lock of its namespace, in units of
  /// `WorkBudget`.
  ///
  /// An exchange that needs more continues without the lock.
  package var quickWork = 2_000
  /// The maximum size, in bytes, of a request body that is processed while the namespace is locked.
  package var quickBodyBytes = 64 << 10
  /// Additional host names by which clients may call the services.
  ///
  /// `*.example.com` allows all subdomains of `example.com`, and `*` allows every name.
  public var allowedHosts: [String] = []
  /// The rules by which a proxy forwards requests to the services or to other hosts.
  ///
  /// A rule for a service also applies to the URL sessions of tests, and the service's listener
  /// admits its host.
  public var proxy = ProxySettings()
  /// The maximum number of namespaces of the stage.
  ///
  /// Beyond this limit, the stage evicts the least recently used namespace that was never changed
  /// and has no other owner.
  public var namespaces = 10_000
  /// The limits in the section `limits`, for the server that the command line starts.
  package internal(set) var limits: [ServerLimit: Int] = [:]

  /// Creates a configuration with every emulator and the system clock.
  public init() {}

  /// Creates a configuration with these services and the system clock.
  public init(services: [Service]) { self.services = services }

  /// The hosts that lead to the services.
  ///
  /// The table is built from ``services``, ``allowedHosts`` and ``proxy`` when the property is read.
  package var hosts: HostTable {
    HostTable(services + excluded, allowed: allowedHosts, rules: proxy.rules)
  }

  /// Removes the services whose names are not in `names`.
  package mutating func removeServices(except names: [String]) {
    excluded += services.filter { !names.contains($0.name) }
    services.removeAll { !names.contains($0.name) }
  }
}

extension StageConfiguration {
  /// Removes App Center's database from the account of Cosmos DB, if the stage has no App Center and
  /// the configuration has no databases.
  ///
  /// A data folder must not be opened with the result: it may be opened with App Center later, whose
  /// tokens are for that database.
  package mutating func removeUnusedAppCenterData() {
    #if CosmosEmulator
      guard !services.contains(where: { $0.name == "appcenter" }),
        origin["cosmos"]?["databases"] == nil,
        let position = services.firstIndex(where: { $0.name == "cosmos" }),
        let backend = services[position].seed as? CosmosBackend
      else { return }
      services[position].seed = CosmosBackend(backend.state.configuration)
    #endif
  }

  /// Creates a configuration from the JSON of `ghostlight.json`: a section for each vendor, in the
  /// vendor's format, and general settings.
  ///
  /// The sections of the vendors are `stackmob`, `mia`, `egf2`, `appcenter` and `cosmos`. The
  /// general settings are:
  ///
  /// - `seed`: the number that identifiers are derived from.
  /// - `clock`: `{"set": time}`; with `"freeze": true` the clock does not advance.
  /// - `faults`: the initial fault plans of every namespace.
  /// - `journal`: the limits of the journals, `{"entries": n, "bytes": n, "totalBytes": n}`.
  /// - `namespaces`: the maximum number of namespaces.
  /// - `maxWork`: the maximum work for one exchange.
  /// - `limits`: the sizes, counts and times that a server allows; only the command line applies them.
  /// - `allowHosts`: additional host names by which clients may call a server.
  /// - `proxy`: the hosts that a proxy forwards (``ProxySettings``).
  /// - `services`: recordings, contracts and upstreams; only the command line reads them, because a
  ///   stage opens no files.
  /// - `$schema`: for editors; ignored.
  ///
  /// - Parameters:
  ///   - json: The contents of `ghostlight.json`.
  ///   - system: The system time for seeds and clocks, in milliseconds since 1970; `nil` uses the
  ///     current time.
  /// - Throws: `ConfigurationError` with the JSON path of the invalid value.
  public init(json: JSON, at system: Int64? = nil) throws(ConfigurationError) {
    try self.init(json: json, at: system, services: nil, onDocument: nil)
  }

  /// Creates a configuration from the JSON of `ghostlight.json` and reports progress.
  ///
  /// - Parameters:
  ///   - json: The contents of `ghostlight.json`.
  ///   - system: The system time for seeds and clocks, in milliseconds since 1970; `nil` uses the
  ///     current time.
  ///   - services: Creates the backends of the section `services`; without it, the section is
  ///     refused.
  ///   - files: The files that the emulators' sections name, such as the exports of StackMob.
  ///   - onDocument: Called for each document that was read, on the calling thread.
  /// - Throws: `ConfigurationError` with the JSON path of the invalid value.
  package init(
    json: JSON, at system: Int64? = nil, services: ServiceDescription.Maker? = nil,
    files: ConfigurationFiles? = nil, onDocument: (@Sendable () -> Void)?
  ) throws(ConfigurationError) {
    self.init()
    let system = system ?? SystemTime.milliseconds()
    for section in Service.names + ["clock"] {
      if let value = json[section] { origin[section] = value }
    }
    if let digest = files?.digest { origin["files"] = .string(String(digest, radix: 16)) }
    let reader = ConfigurationReader(json, files: files, onDocument: onDocument)
    try reader.allowOnly(
      ["$schema"] + Service.names + [
        "seed", "clock", "faults", "journal", "namespaces", "maxWork", "limits",
        "allowHosts", "proxy", "services",
      ])
    if let number = reader["seed"] { seed = UInt64(try number.integer(0...Int64.max)) }
    if let clock = reader["clock"] { self.clock = try Self.clock(clock, system) }
    if let journal = reader["journal"] {
      try journal.allowOnly("entries", "bytes", "totalBytes")
      if let entries = journal["entries"] {
        journalEntries = Int(try entries.integer(1...10_000_000, of: "exchanges"))
      }
      if let bytes = journal["bytes"] {
        journalBytes = Int(try bytes.integer(0...1 << 40, of: "bytes"))
      }
      if let bytes = journal["totalBytes"] {
        journalTotalBytes = Int(try bytes.integer(0...1 << 40, of: "bytes"))
      }
    }
    if let limit = reader["namespaces"] {
      namespaces = Int(try limit.integer(1...1_000_000, of: "namespaces"))
    }
    if let limit = reader["maxWork"] {
      maxWork = Int(try limit.integer(1...Self.largestWork, of: "units of work"))
    }
    if let section = reader["limits"] { limits = try ServerLimit.values(section) }
    if let hosts = reader["allowHosts"] {
      for host in try hosts.elements() { allowedHosts.append(try host.string()) }
    }
    let moment = Moment(
      milliseconds: clock.now(system: system), seed: seed)
    for name in Service.names {
      guard let section = reader[name] else { continue }
      guard let emulator = try Service(named: name, reading: section, at: moment) else {
        throw section.error("is for an emulator that is not in this build: enable its trait")
      }
      replace(emulator)
    }
    if let section = reader["services"] { try addServices(section, madeBy: services) }
    if let section = reader["proxy"] {
      proxy = try ProxySettings(section, emulators: self.services.map(\.name))
    }
    if let plans = reader["faults"] { faults = try Self.faults(plans, self.services) }
    if let problem = hosts.problem {
      let isVendor = Service.names.contains { problem.path == "$.\($0).hosts" }
      guard !isVendor else { throw problem }
      throw ConfigurationError(path: "$.services" + problem.path.dropFirst(), problem.what)
    }
  }

  /// The upper limit for ``maxWork``: more than a day of computation.
  package static let largestWork: Int64 = 1_000_000_000_000

  /// Replaces the service that has the same name.
  private mutating func replace(_ service: Service) {
    guard let position = services.firstIndex(where: { $0.name == service.name }) else { return }
    services[position] = service
  }

  private static func clock(
    _ reader: ConfigurationReader, _ system: Int64
  ) throws(ConfigurationError) -> VirtualClock {
    try reader.allowOnly("set", "freeze")
    var clock = VirtualClock.system
    if let text = reader["set"] {
      guard let time = text.value.string.flatMap(ISODate.milliseconds) else {
        throw text.error(expected: "a time such as 2013-05-01T00:00:00Z")
      }
      clock.apply(.set(milliseconds: time), system: system)
    }
    if let freeze = reader["freeze"], try freeze.bool() { clock.apply(.freeze, system: system) }
    return clock
  }

  private static func faults(
    _ reader: ConfigurationReader, _ emulators: [Service]
  ) throws(ConfigurationError) -> [FaultPlan] {
    var plans: [FaultPlan] = []
    for plan in try reader.elements() {
      do throws(FaultPlanError) {
        plans.append(try FaultPlan(json: plan.value, emulators: emulators))
      } catch {
        throw ConfigurationError(path: plan.path + error.place, error.problem)
      }
    }
    return plans
  }
}

/// The size of a configuration, for progress reports.
extension StageConfiguration {
  /// Returns the number of documents that a configuration contains for all vendors; 0 if it is
  /// malformed.
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
