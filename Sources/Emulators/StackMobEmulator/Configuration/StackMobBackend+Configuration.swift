public import GhostlightCore
public import GhostlightEmulation

extension StackMobBackend {
  /// The web pages that the configuration lists.
  public var allowedOrigins: [String]? { configuration.allowedOrigins }

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
      for name in try objects.object().keys { try seed(name, in: objects, &moment) }
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

  /// Stores the objects that stand under a schema's name.
  private mutating func seed(
    _ name: String, in objects: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationError) {
    let list = try objects.required(name)
    try list.takeDocuments { object, position throws(ConfigurationError) in
      // An export knows whose each object was.
      let owner = object["sm_owner"]?.string
      let (creation, isNew): (ObjectCreation, Bool)
      do throws(ProviderStateError) {
        (creation, isNew) = try Self.store(
          object, of: name, owner: owner.flatMap { $0.utf8.contains(UInt8(ascii: "/")) ? $0 : nil },
          &development, &moment)
      } catch {
        throw list.element(position).error(error.description)
      }
      guard isNew else {
        let schema = name.lowercased()
        let first = try firstPlace(of: creation.id, schema, in: objects)?.description
        throw list.element(position).error(
          "has the id of \(first ?? "another object"), \"\(creation.id)\"; give it one of its own")
      }
    }
  }

  /// Where the first object of a schema has an id; a schema may stand there in several spellings.
  private func firstPlace(
    of id: String, _ schema: String, in objects: ConfigurationReader
  ) throws(ConfigurationError) -> DocumentPlace? {
    let key = development.schema(schema)?.primaryKey ?? ""
    for name in try objects.object().keys where name.lowercased() == schema {
      let list = try objects.required(name)
      for (position, object) in try list.array().enumerated()
      where object[key]?.string?.isExactly(id) == true {
        return list.element(position).place
      }
    }
    return nil
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
    _ state: String, _ parameters: JSONObject, _ place: @autoclosure () -> ConfigurationReader,
    _ moment: inout Moment
  ) throws(ConfigurationError) -> JSONObject {
    do throws(ProviderStateError) {
      return try Self.providerStates.setUpInPlace(
        with: state, parameters: parameters, &self, &moment)
    } catch {
      throw place().error(error.description)
    }
  }
}
