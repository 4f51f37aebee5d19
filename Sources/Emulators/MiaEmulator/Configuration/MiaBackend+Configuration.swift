public import GhostlightCore
public import GhostlightEmulation

extension MiaBackend {
  /// The project that a configuration's `mia` section describes.
  ///
  /// Its members: `secret`; `checksSecret`; `crudCompat`, 6 or 7; `maximumLimit`; `defaultLimit`;
  /// `requiresValidation`; `collections`, in the CRUD service's own definition format, each perhaps
  /// with `documents` and `access` as the provider state `collection exists` takes them; `users`, as
  /// `user exists` takes them; `baas3`, what the first generation starts with.
  ///
  /// - Throws: `ConfigurationProblem` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationProblem) {
    let reader = ConfigurationReader(section, path: "$.mia")
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
  ) throws(ConfigurationProblem) {
    var definition = try collection.object()
    let documents = try collection["documents"]?.elements() ?? []
    definition.removeValue(forKey: "documents")
    var parameters: JSONObject = [:]
    parameters["access"] = definition.removeValue(forKey: "access")
    parameters["definition"] = .object(definition)
    try seed("collection exists", parameters, collection, &moment)
    for document in documents {
      try seed(
        "document exists",
        [
          "collection": .string(CRUDDefinition.endpoint(definition)),
          "document": .object(try document.object()),
        ], document, &moment)
    }
  }

  /// Brings a state about, and says where in the configuration it could not be.
  mutating func seed(
    _ name: String, _ parameters: JSONObject, _ place: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationProblem) {
    do throws(ProviderStateProblem) {
      try Self.providerStates.begin(with: name, parameters: parameters, &state, &moment)
    } catch {
      throw place.problem(error.description)
    }
  }
}

extension MiaConfiguration {
  /// The names of the settings.
  static let members = [
    "secret", "checksSecret", "crudCompat", "maximumLimit", "defaultLimit", "requiresValidation",
  ]

  /// Reads the settings; what is missing is as in `old`.
  init(
    _ reader: ConfigurationReader, changing old: MiaConfiguration = MiaConfiguration()
  ) throws(ConfigurationProblem) {
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
  }
}
