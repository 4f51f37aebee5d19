public import GhostlightCore
public import GhostlightEmulation

/// The settings of an EGF2 backend: the contents of a `client-data/config.json` (A16).
///
/// The file defines the types of the graph, their fields, edges and access rules. The vendor's
/// model generator creates an app's classes from the same file. Without a file, the backend has the
/// types of the vendor's example application.
///
/// ```swift
/// import Ghostlight
///
/// func stage(for file: JSON) throws -> Stage {
///   var configuration = try EGF2Configuration(file)
///   configuration.sessionSeconds = 60
///   return Stage(StageConfiguration(services: [.egf2(EGF2Backend(configuration))]))
/// }
/// ```
///
/// The types cannot be changed while the graph contains objects.
public struct EGF2Configuration: Sendable {
  /// The JSON of the file, without the initial contents of the graph.
  let source: JSON
  let schema: GraphSchema
  /// The lifetime of a session in seconds.
  public var sessionSeconds: Int64 = 86_400
  /// The search indexes of the sync service's configuration, followed by those of the types that it
  /// does not name.
  var searchIndexes: [SearchIndex] = []
  /// The rules of the logic service, in the order of the configuration (A20).
  var rules: [GraphRule] = []
  /// The image sizes that the file service creates, keyed by kind of image.
  var kinds: [String: [ImageSize]] = EGF2Configuration.defaultKinds
  /// The limits for clients of the WebSocket that receive notifications.
  public var listen = ListenSettings()
  /// The number of hours after which a file without references may be removed.
  var standaloneHours = 24
  /// The rules for requests from web pages (E9).
  var crossOrigin = CrossOrigin(
    methods: "GET, POST, PUT, DELETE", exposing: "X-Ghostlight-Reason")

  /// Creates the configuration of the example application, with users, posts, comments and files.
  public init() { self = Self.ofExample }

  private static let ofExample: EGF2Configuration = {
    do throws(ConfigurationError) { return try EGF2Configuration(example) } catch {
      preconditionFailure("the example is a configuration: \(error)")
    }
  }()

  /// Creates a configuration from the contents of a `client-data/config.json`.
  ///
  /// Besides `graph`, the file may contain settings of other services: `session_lifetime` of the
  /// auth service, `kinds` and `standalone_ttl` of the file service, and `elastic` of the sync
  /// service. Three members exist only in the emulator: `rules` instead of the logic service's
  /// handlers, `listen` with `silence_seconds` and `subscriptions` for the WebSocket, and
  /// `allowed_origins` for browsers. Other known settings are ignored.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  public init(_ json: JSON) throws(ConfigurationError) {
    try self.init(ConfigurationReader(json, path: "$"))
  }

  /// Creates a configuration from a file that is a section of a larger configuration.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly(Self.members + Self.contents)
    var file = try reader.object()
    for member in Self.contents { file[member] = nil }
    let reader = reader.reader(of: .object(file.withWholeNumbers), at: reader.place)
    source = reader.value
    schema = try SchemaReader(try reader.required("graph")).schema()
    if let number = reader["session_lifetime"] {
      sessionSeconds = try number.integer(1...3_000_000_000, of: "seconds")
    }
    if let member = reader["elastic"] {
      searchIndexes = try SearchIndex.indexes(member, in: schema)
    }
    for type in schema.types where !searchIndexes.contains(where: { $0.name.isExactly(type.name) })
    {
      searchIndexes.append(SearchIndex.standard(for: type, in: schema))
    }
    if let member = reader["rules"] { rules = try RuleReader.rules(member, in: schema) }
    if let member = reader["kinds"] { kinds = try ImageSize.kinds(member) }
    if let member = reader["listen"] { listen = try ListenSettings(member) }
    if let number = reader["standalone_ttl"] {
      standaloneHours = Int(try number.integer(0...1_000_000, of: "hours"))
    }
    if let origins = reader["allowed_origins"] {
      crossOrigin.allowedOrigins = try CrossOrigin.origins(origins)
    }
  }

  /// The allowed members of the file: those that the emulator reads, and known settings that it
  /// ignores.
  private static let members = [
    "graph", "session_lifetime", "elastic", "kinds", "standalone_ttl", "rules", "listen",
    "allowed_origins", "port", "log_level", "storage", "rethinkdb", "cassandra", "queue", "kafka",
  ]

  /// The members with the graph's initial contents, which only the emulator has.
  private static let contents = ["users", "objects", "edges"]

  private static let defaultKinds: [String: [ImageSize]] = {
    let sizes = [ImageSize(width: 200, height: 200), ImageSize(width: 400, height: 300)]
    return ["avatar": sizes, "image": sizes]
  }()
}

extension EGF2Backend {
  /// Creates the backend that a configuration's `egf2` section describes.
  ///
  /// The section can be an unchanged `client-data/config.json`. Without the member `graph`, the
  /// backend has the types of the example application. The section may also contain the initial
  /// contents of the graph: `users`, `objects` and `edges`, as in the provider states `user
  /// exists`, `object exists` and `edge exists`.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.egf2"), at: moment)
  }

  /// Creates the backend from a section of a larger configuration.
  package init(_ section: ConfigurationReader, at moment: Moment) throws(ConfigurationError) {
    guard case .object(var members) = section.value else {
      throw section.error(expected: "an object or the path of a config.json")
    }
    if members["graph"] == nil {
      members["graph"] = EGF2Configuration.example["graph"]
      if members["elastic"] == nil { members["elastic"] = EGF2Configuration.example["elastic"] }
    }
    let reader = section.reader(of: .object(members), at: section.place)
    self.init(try EGF2Configuration(reader))
    var moment = moment
    for (member, name) in Self.seeds {
      guard let list = reader[member] else { continue }
      try list.forEachDocument { parameters, position throws(ConfigurationError) in
        try seed(name, parameters, list.element(position), &moment)
      }
    }
  }

  private static let seeds = [
    ("users", "user exists"), ("objects", "object exists"), ("edges", "edge exists"),
  ]

  /// Sets up a provider state that the configuration describes.
  ///
  /// - Throws: `ConfigurationError` with the path that the closure `place` returns.
  private mutating func seed(
    _ name: String, _ parameters: JSONObject, _ place: @autoclosure () -> ConfigurationReader,
    _ moment: inout Moment
  ) throws(ConfigurationError) {
    do throws(ProviderStateError) {
      if name == "object exists" {
        try GraphStates.store(parameters, in: &state, &moment)
      } else {
        try Self.providerStates.setUpInPlace(with: name, parameters: parameters, &state, &moment)
      }
    } catch {
      throw place().error(error)
    }
  }
}
