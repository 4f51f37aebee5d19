public import GhostlightCore
public import GhostlightEmulation

extension StackMobBackend {
  /// The origins whose web pages may read responses; `nil` if the configuration has no such list.
  public var allowedOrigins: [String]? { configuration.allowedOrigins }

  /// Creates the backend that a configuration's `stackmob` section describes.
  ///
  /// The section has these members, all optional:
  ///
  /// - the settings of ``StackMobConfiguration``;
  /// - `schemas`, each as in the provider state `schema exists`;
  /// - `objects` by schema, as clients would send them, including users;
  /// - `roles`, `customCode` and `socialTokens`, as in the provider states `role exists`, `custom
  ///   code exists` and `social token valid`;
  /// - `deployedVersions`, the production versions, which get the schemas of version 0.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.stackmob"), at: moment)
  }

  /// Creates the backend from a section of a larger configuration.
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

  /// Stores the objects that the configuration contains for one schema.
  private mutating func seed(
    _ name: String, in objects: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationError) {
    let list = try objects.required(name)
    try list.forEachDocument { object, position throws(ConfigurationError) in
      // An object from an export contains its owner, such as `user/bob`; a value without a slash is
      // not an owner.
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

  /// Returns the place of the first object of a schema with this id.
  ///
  /// Several members of the configuration can be for the same schema, spelled in different cases.
  private func firstPlace(
    of id: String, _ schema: String, in objects: ConfigurationReader
  ) throws(ConfigurationError) -> DocumentPointer? {
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

  /// The provider states for everything except schemas and objects, each with the name of its
  /// member in the configuration section.
  private static let services: KeyValuePairs<String, String> = [
    "role exists": "roles", "custom code exists": "customCode",
    "social token valid": "socialTokens",
  ]

  /// Sets up the provider state `state` for each element of `list` that is for production if
  /// `ofDeployed` is `true`, otherwise for each element that is for development.
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
