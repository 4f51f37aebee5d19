public import GhostlightCore
public import GhostlightEmulation

/// What a project is set to, and how strict the emulator is.
public struct MiaConfiguration: Sendable, Hashable {
  /// The API secret of the project.
  public var secret = "s3cr3t"
  /// Whether requests without the secret are refused.
  public var checksSecret = true
  /// Which line of the CRUD service the second generation answers like.
  public var crudCompatibility = CRUDCompatibility.six
  /// The most documents that a list of the CRUD service answers, and the greatest `_l`.
  public var maximumLimit = 200
  /// How many documents a list answers that says nothing.
  public var defaultLimit = 25
  /// Whether users of the first generation must have validated their address to sign in.
  public var requiresValidation = false
  /// The origins whose web pages may read responses: `*` for every one, none for an empty list (E50).
  ///
  /// With `nil` every page may that a server lets through: those of this machine and of known hosts.
  public var allowedOrigins: [String]?

  /// The settings of a new project.
  public init() {}

  /// What web pages may do (E50).
  var crossOrigin: CrossOrigin {
    CrossOrigin(
      allowing: allowedOrigins, methods: "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS",
      exposing: "X-Ghostlight-Reason")
  }

  /// Whether a text is the secret, byte by byte.
  func isSecret(_ text: String?) -> Bool { text.map(secret.isExactly) ?? false }
}

extension MiaBackend {
  /// The project that a configuration's `mia` section describes.
  ///
  /// Its members: `secret`; `checksSecret`; `crudCompat`, 6 or 7; `maximumLimit`; `defaultLimit`;
  /// `requiresValidation`; `allowedOrigins`; `collections`, in the CRUD service's own definition format, each perhaps
  /// with `documents` and `access` as the provider state `collection exists` takes them; `users`, as
  /// `user exists` takes them; `baas3`, what the first generation starts with.
  ///
  /// - Throws: `ConfigurationError` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.mia"), at: moment)
  }

  /// Reads the section at its place in a configuration.
  package init(_ reader: ConfigurationReader, at moment: Moment) throws(ConfigurationError) {
    if let folder = reader["definitions"] {
      throw folder.error(
        "names a folder, which the command line alone reads; put what is in it into \"collections\""
      )
    }
    try reader.allowOnly(MiaConfiguration.members + ["collections", "users", "baas3"])
    self.init(try MiaConfiguration(reader))
    var moment = moment
    for user in try reader["users"]?.elements() ?? [] {
      try seed("user exists", try user.object(), user, &moment)
    }
    for collection in try reader["collections"]?.elements() ?? [] {
      try seed(collection, &moment)
    }
    if let first = reader["baas3"] { try seedBaaS3(first, &moment) }
  }

  private mutating func seed(
    _ collection: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationError) {
    var definition = try collection.object()
    let documents = collection["documents"]
    definition.removeValue(forKey: "documents")
    var parameters: JSONObject = [:]
    parameters["access"] = definition.removeValue(forKey: "access")
    parameters["definition"] = .object(definition)
    try seed("collection exists", parameters, collection, &moment)
    guard let documents else { return }
    let endpoint = CRUDDefinition.endpoint(definition)
    try documents.takeDocuments { document, position throws(ConfigurationError) in
      try seed(
        "document exists", ["collection": .string(endpoint), "document": .object(document)],
        documents.element(position), &moment)
    }
  }

  /// Brings a state about, and says where in the configuration it could not be.
  mutating func seed(
    _ name: String, _ parameters: JSONObject, _ place: @autoclosure () -> ConfigurationReader,
    _ moment: inout Moment
  ) throws(ConfigurationError) {
    do throws(ProviderStateError) {
      try Self.providerStates.setUpInPlace(with: name, parameters: parameters, &state, &moment)
    } catch {
      throw place().error(error.description)
    }
  }
}

extension MiaConfiguration {
  /// The names of the settings.
  static let members = [
    "secret", "checksSecret", "crudCompat", "maximumLimit", "defaultLimit", "requiresValidation",
    "allowedOrigins",
  ]

  /// Reads the settings; what is missing is as in `old`.
  init(
    _ reader: ConfigurationReader, changing old: MiaConfiguration = MiaConfiguration()
  ) throws(ConfigurationError) {
    self = old
    if let text = reader["secret"] { secret = try text.string() }
    if let flag = reader["checksSecret"] { checksSecret = try flag.bool() }
    if let number = reader["crudCompat"] {
      crudCompatibility = try number.integer(6...7) == 7 ? .seven : .six
    }
    if let number = reader["maximumLimit"] {
      maximumLimit = Int(try number.integer(1...1_000_000))
    }
    if let number = reader["defaultLimit"] {
      defaultLimit = Int(try number.integer(1...1_000_000))
    }
    if let flag = reader["requiresValidation"] { requiresValidation = try flag.bool() }
    if let origins = reader["allowedOrigins"] { allowedOrigins = try CrossOrigin.origins(origins) }
  }
}

extension MiaBackend {
  /// Puts in what the member `baas3` of a configuration describes: `items`, an object of arrays by
  /// collection; `files`, as `file exists` takes them; `access`, an object of access objects.
  ///
  /// - Throws: `ConfigurationError` with the place.
  mutating func seedBaaS3(
    _ reader: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationError) {
    try reader.allowOnly("items", "files", "access")
    for name in try reader["items"]?.object().keys ?? [] {
      guard let items = reader["items"]?[name] else { continue }
      try items.takeDocuments { item, position throws(ConfigurationError) in
        try seed(
          "item exists", ["collection": .string(name), "item": .object(item)],
          items.element(position), &moment)
      }
    }
    for file in try reader["files"]?.elements() ?? [] {
      try seed("file exists", try file.object(), file, &moment)
    }
    for name in try reader["access"]?.object().keys ?? [] {
      guard let rules = reader["access"]?[name] else { continue }
      try seed(
        "access rules exist", ["collection": .string(name), "access": rules.value], rules, &moment)
    }
  }
}

/// A line of the CRUD service, where lines differ (A14).
public enum CRUDCompatibility: Int, Sendable, Hashable {
  /// 6.x: a forbidden transition is 404, a unique index 422; no default order.
  case six = 6
  /// 7.x: a forbidden transition is 400, a unique index 409; collections have a default order.
  case seven = 7
}
