public import GhostlightCore
public import GhostlightEmulation

/// What a back end is set to: the contents of a `client-data/config.json` (A16).
public struct EGF2Configuration: Sendable {
  /// The file that was read, without what its graph starts with.
  let source: JSON
  /// The types of the graph.
  let schema: GraphSchema
  /// How long a session lives, in seconds.
  public var sessionSeconds: Int64 = 86_400
  /// The search indexes: as the sync service is configured, then the automatic ones of types whose
  /// name none of those has.
  var searchIndexes: [SearchIndex] = []
  /// The sizes of image kinds, as the file service is configured.
  var kinds: [String: [ImageSize]] = EGF2Configuration.defaultKinds
  /// What clients of the WebSocket may do.
  public var listen = ListenSettings()
  /// After how many hours a file that nothing refers to may be removed.
  var standaloneHours = 24
  /// The web pages that may use the services (E9).
  var crossOrigin = CrossOrigin(
    methods: "GET, POST, PUT, DELETE", exposing: "X-Ghostlight-Reason")

  /// The example application's configuration: users, posts, comments and files.
  public init() { self = Self.ofExample }

  private static let ofExample: EGF2Configuration = {
    do throws(ConfigurationError) { return try EGF2Configuration(example) } catch {
      preconditionFailure("the example is a configuration: \(error)")
    }
  }()

  /// Reads a `client-data/config.json`.
  ///
  /// Besides `graph` it may have `session_lifetime` as the auth service has it, `kinds` and
  /// `standalone_ttl` as the file service has them, `elastic` as the sync service has it, and
  /// `listen` (`silence_seconds`, `subscriptions`) for the WebSocket, and `allowed_origins` for
  /// browsers. The settings of services that the emulator does not need are ignored.
  ///
  /// - Throws: `ConfigurationError` with the place.
  public init(_ json: JSON) throws(ConfigurationError) {
    try self.init(ConfigurationReader(json, path: "$"))
  }

  /// Reads the file at its place in another.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly(Self.members + Self.contents)
    var file = try reader.object()
    for member in Self.contents { file[member] = nil }
    let reader = reader.reader(of: .object(file.withWholeNumbers), at: reader.place)
    source = reader.value
    schema = try SchemaReader(try reader.required("graph")).schema()
    if let number = reader["session_lifetime"] {
      sessionSeconds = try number.integer(1...3_000_000_000)
    }
    if let member = reader["elastic"] {
      searchIndexes = try SearchIndex.indexes(member, in: schema)
    }
    for type in schema.types where !searchIndexes.contains(where: { $0.name.isExactly(type.name) })
    {
      searchIndexes.append(SearchIndex(automaticFor: type, in: schema))
    }
    if let member = reader["kinds"] { kinds = try ImageSize.kinds(member) }
    if let member = reader["listen"] { listen = try ListenSettings(member) }
    if let number = reader["standalone_ttl"] {
      standaloneHours = Int(try number.integer(0...1_000_000))
    }
    if let origins = reader["allowed_origins"] {
      crossOrigin.allowedOrigins = try CrossOrigin.origins(origins)
    }
  }

  /// The members that the file may have: those that are read, and the settings of the services that
  /// the emulator does not need.
  private static let members = [
    "graph", "session_lifetime", "elastic", "kinds", "standalone_ttl", "listen", "allowed_origins",
    "port", "log_level", "storage", "rethinkdb", "cassandra", "queue", "kafka",
  ]

  /// What a graph starts with, which the backend reads; no part of the vendor's file.
  private static let contents = ["users", "objects", "edges"]

  private static let defaultKinds: [String: [ImageSize]] = {
    let sizes = [ImageSize(width: 200, height: 200), ImageSize(width: 400, height: 300)]
    return ["avatar": sizes, "image": sizes]
  }()
}

extension EGF2Backend {
  /// The back end that a configuration's `egf2` section describes.
  ///
  /// The section is a `client-data/config.json` as it is; without its member `graph` the example
  /// application's types are there. Beside them it may have `users`, `objects` and `edges`: what the
  /// graph starts with, as `user exists`, `object exists` and `edge exists` take them.
  ///
  /// - Throws: `ConfigurationError` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.egf2"), at: moment)
  }

  /// Reads the section at its place in a configuration.
  package init(_ section: ConfigurationReader, at moment: Moment) throws(ConfigurationError) {
    var members = try section.object()
    if members["graph"] == nil {
      members["graph"] = EGF2Configuration.example["graph"]
      if members["elastic"] == nil { members["elastic"] = EGF2Configuration.example["elastic"] }
    }
    let reader = section.reader(of: .object(members), at: section.place)
    self.init(try EGF2Configuration(reader))
    var moment = moment
    for (member, name) in Self.seeds {
      guard let list = reader[member] else { continue }
      try list.takeDocuments { parameters, position throws(ConfigurationError) in
        try seed(name, parameters, list.element(position), &moment)
      }
    }
  }

  private static let seeds = [
    ("users", "user exists"), ("objects", "object exists"), ("edges", "edge exists"),
  ]

  /// Brings a state about, and says where in the configuration it could not be.
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
      throw place().error(error.description)
    }
  }
}
