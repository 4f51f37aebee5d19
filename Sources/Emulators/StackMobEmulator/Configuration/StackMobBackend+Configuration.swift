public import GhostlightCore
public import GhostlightEmulation

extension StackMobBackend {
  /// The backend that a configuration's `stackmob` section describes.
  ///
  /// Its members: the settings of ``StackMobConfiguration``; `schemas`, each as the provider state
  /// `schema exists` takes it; `objects` by schema, as a client would send them, users included;
  /// `roles`, `customCode` and `socialTokens`, each as the provider states `role exists`, `custom
  /// code exists` and `social token valid` take it; `deployedVersions`, which get the schemas of
  /// version 0.
  ///
  /// - Throws: `ConfigurationError` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.stackmob"), at: moment)
  }

  /// Reads the section at its place in a configuration.
  package init(_ reader: ConfigurationReader, at moment: Moment) throws(ConfigurationError) {
    try reader.allowOnly(
      "developmentKeys", "productionKeys", "tokenLifetimeSeconds", "strict",
      "loginKeepsAccessTokens", "pageLimit", "httpPorts", "allowedOrigins", "infersBinary",
      "binaryURLPrefix", "binaryBucket", "refusedSocialTokenPrefix", "onlyKnownSocialTokens",
      "schemas", "objects", "roles", "customCode", "socialTokens", "deployedVersions")
    self.init(try StackMobConfiguration(reader))
    var moment = moment
    try seed("schema exists", reader["schemas"], ofDeployed: false, &moment)
    if let objects = reader["objects"] {
      var places: [BytewiseString: DocumentPlace] = [:]
      for name in try objects.object().keys {
        for object in try objects.required(name).elements() {
          var parameters: JSONObject = ["schema": .string(name), "object": object.value]
          // An export knows whose each object was.
          if let owner = try object.object()["sm_owner"]?.string, owner.contains("/") {
            parameters["owner"] = .string(owner)
          }
          let id = try seed("object exists", parameters, object, &moment)["id"]?.string ?? ""
          let key = BytewiseString("\(name.lowercased())/\(id)")
          if let first = places.updateValue(object.place, forKey: key) {
            throw object.error("has the id of \(first), \"\(id)\"; give it one of its own")
          }
          object.noteDocument()
        }
      }
    }
    if let versions = reader["deployedVersions"] {
      for version in try versions.elements() {
        deploy(version: Int(try version.integer(1...1_000_000)))
      }
    }
    try seed("schema exists", reader["schemas"], ofDeployed: true, &moment)
    for (state, member) in Self.services {
      try seed(state, reader[member], ofDeployed: false, &moment)
      try seed(state, reader[member], ofDeployed: true, &moment)
    }
  }

  /// The provider states that set up what surrounds the datastore, and where they stand.
  private static let services: KeyValuePairs<String, String> = [
    "role exists": "roles", "custom code exists": "customCode",
    "social token valid": "socialTokens",
  ]

  /// Brings a state about for each element that is of development, or of production.
  private mutating func seed(
    _ state: String, _ list: ConfigurationReader?, ofDeployed: Bool, _ moment: inout Moment
  ) throws(ConfigurationError) {
    for element in try list?.elements() ?? []
    where (element["version"]?.value.integer ?? 0 > 0) == ofDeployed {
      try seed(state, try element.object(), element, &moment)
    }
  }

  @discardableResult
  private mutating func seed(
    _ state: String, _ parameters: JSONObject, _ place: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationError) -> JSONObject {
    do throws(ProviderStateError) {
      return try Self.providerStates.setUpInPlace(
        with: state, parameters: parameters, &self, &moment)
    } catch {
      throw place.error(error.description)
    }
  }
}
