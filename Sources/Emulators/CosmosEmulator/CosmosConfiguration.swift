public import GhostlightCore
public import GhostlightEmulation
public import GhostlightSigning

/// The settings of a Cosmos DB account, such as its name, its keys and how strictly requests are
/// checked.
///
/// The defaults are those of a new account with the key of the vendor's own emulator. Change the
/// settings that a test needs, and pass the configuration to ``CosmosBackend/init(_:)``. In
/// `ghostlight.json` the same settings are members of the section `cosmos`.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = CosmosConfiguration()
/// configuration.isStrict = true
/// configuration.allowedOrigins = ["http://localhost:3000"]
/// let stage = Stage(
///   StageConfiguration(services: [.cosmos(CosmosBackend.forAppCenter(configuration))]))
/// ```
///
/// The settings of an account cannot be changed after it is created.
public struct CosmosConfiguration: Sendable, Hashable {
  /// The account's name, which `GET /` returns.
  public var account = "emulator"
  /// The keys with which clients may sign requests.
  ///
  /// The first key is also used to sign resource tokens.
  public var masterKeys: [CosmosMasterKey] = [.wellKnown]
  /// Whether a request is refused if its date differs from the current time by more than 15
  /// minutes.
  public var checksDates = true
  /// Whether a query is refused if the hosted service refuses it: a cross-partition query with a
  /// query plan, and a query that needs an index which the container does not have.
  ///
  /// If `false`, the emulator processes such queries itself.
  public var isStrict = false
  /// The origins whose web pages may read responses: `*` for all, an empty list for none.
  public var allowedOrigins: [String] = []

  /// Creates the settings of a new account.
  public init() {}

  /// The response header fields that allow web pages to read responses; `nil` if no page may.
  ///
  /// The list of fields that pages may read is an assumption.
  var crossOrigin: CrossOrigin? {
    guard !allowedOrigins.isEmpty else { return nil }
    return CrossOrigin(
      allowing: allowedOrigins, methods: "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS",
      exposing: "etag, lsn, x-ms-activity-id, x-ms-continuation, x-ms-item-count, "
        + "x-ms-request-charge, x-ms-retry-after-ms, x-ms-session-token, x-ms-substatus, "
        + "X-Ghostlight-Reason")
  }

  /// The key that signs resource tokens.
  package var tokenKey: CosmosMasterKey { masterKeys.first ?? .wellKnown }
}

extension CosmosBackend {
  /// Creates the account that a configuration's `cosmos` section describes.
  ///
  /// The section has these members, all optional:
  ///
  /// - `account`, `checksDates` and `allowedOrigins`, as the properties of ``CosmosConfiguration``;
  /// - `masterKeys`, in base64;
  /// - `strict`, as ``CosmosConfiguration/isStrict``;
  /// - `databases`, each `{"id", "containers": [{"id", "partitionKey", …, "documents": […]}]}` with
  ///   containers in the service's own form. By default the account has the container of App Center
  ///   Data.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.cosmos"), at: moment)
  }

  /// Creates the account from a section of a larger configuration.
  package init(_ reader: ConfigurationReader, at moment: Moment) throws(ConfigurationError) {
    try reader.allowOnly(
      "account", "masterKeys", "checksDates", "strict", "allowedOrigins", "databases")
    self.init(try CosmosConfiguration(reader))
    guard let databases = reader["databases"] else {
      addAppCenterData()
      return
    }
    for database in try databases.elements() {
      try database.allowOnly("id", "containers")
      let containers = try database["containers"]?.elements() ?? []
      for container in containers {
        try container.allowOnly(
          "id", "partitionKey", "indexingPolicy", "uniqueKeyPolicy", "defaultTtl",
          "analyticalStorageTtl", "conflictResolutionPolicy", "geospatialConfig",
          "computedProperties", "changeFeedPolicy", "vectorEmbeddingPolicy", "fullTextPolicy",
          "documents", "ranges")
        try Self.checkKinds(of: container)
      }
      let id = try database.required("id").string()
      try seed("database exists", ["database": .string(id)], database, moment)
      for container in containers {
        try seed(container, in: id, moment)
      }
    }
  }

  /// Checks the kinds of the members of a container; the service ignores some wrong ones.
  private static func checkKinds(of container: ConfigurationReader) throws(ConfigurationError) {
    for name in [
      "partitionKey", "indexingPolicy", "uniqueKeyPolicy", "conflictResolutionPolicy",
      "geospatialConfig", "changeFeedPolicy", "vectorEmbeddingPolicy", "fullTextPolicy",
    ] {
      _ = try container[name]?.object()
    }
    for name in ["defaultTtl", "analyticalStorageTtl"] {
      _ = try container[name]?.integer(-1...Int64(Int32.max), of: "seconds")
    }
    for property in try container["computedProperties"]?.elements() ?? [] {
      _ = try property.object()
    }
  }

  private mutating func seed(
    _ container: ConfigurationReader, in database: String, _ moment: Moment
  ) throws(ConfigurationError) {
    var definition = try container.object()
    definition.removeValue(forKey: "documents")
    var parameters: JSONObject = ["database": .string(database)]
    parameters["ranges"] = definition.removeValue(forKey: "ranges")
    let id = try container.required("id").string()
    parameters["container"] = .string(id)
    parameters["definition"] = .object(definition)
    try seed("container exists", parameters, container, moment, in: "definition")
    guard let documents = container["documents"] else { return }
    try documents.forEachDocument { document, position throws(ConfigurationError) in
      try seed(
        "document exists",
        [
          "database": .string(database), "container": .string(id),
          "document": .object(document),
        ], documents.element(position), moment, in: "document")
    }
  }

  private mutating func seed(
    _ name: String, _ parameters: JSONObject, _ place: @autoclosure () -> ConfigurationReader,
    _ moment: Moment, in wrapper: String? = nil
  ) throws(ConfigurationError) {
    var moment = moment
    do throws(ProviderStateError) {
      try Self.providerStates.setUpInPlace(with: name, parameters: parameters, &state, &moment)
    } catch {
      throw place().error(error, in: wrapper)
    }
  }
}

extension CosmosConfiguration {
  /// Creates the settings from a configuration section.
  ///
  /// Settings that are missing in the section have their defaults.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    if let name = reader["account"] { account = try name.string() }
    if let flag = reader["checksDates"] { checksDates = try flag.bool() }
    if let flag = reader["strict"] { isStrict = try flag.bool() }
    if let origins = reader["allowedOrigins"] { allowedOrigins = try CrossOrigin.origins(origins) }
    guard let keys = reader["masterKeys"] else { return }
    masterKeys = []
    for key in try keys.elements() {
      guard let found = CosmosMasterKey(try key.string()) else {
        throw key.error("is not a valid key; give it in base64")
      }
      masterKeys.append(found)
    }
    guard !masterKeys.isEmpty else { throw keys.error("must have at least one key") }
  }
}
