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
  /// - `objects` by schema, as clients would send them, including users. Its member `version` is an
  ///   API version, `"production"` or `"all"`; without it, the objects are for development;
  /// - `export` and `static`, which only the command line reads, because a backend opens no files;
  /// - `roles`, `customCode` and `socialTokens`, as in the provider states `role exists`, `custom
  ///   code exists` and `social token valid`;
  /// - `deployedVersions`, the production versions, which get the schemas of version 0. Versions for
  ///   which data are loaded are deployed too.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.stackmob"), at: moment)
  }

  /// Creates the backend from a section of a larger configuration.
  package init(_ reader: ConfigurationReader, at moment: Moment) throws(ConfigurationError) {
    try reader.allowOnly(
      "developmentKeys", "productionKeys", "tokenLifetimeSeconds", "inferSchemas", "strict",
      "loginKeepsAccessTokens", "pageLimit", "httpPorts", "allowedOrigins", "infersBinary",
      "binaryURLPrefix", "binaryBucket", "refusedSocialTokenPrefix", "onlyKnownSocialTokens",
      "schemas", "objects", "export", "roles", "customCode", "socialTokens", "deployedVersions",
      "static")
    if let folder = reader["static"] {
      throw folder.error("names a folder of HTML5 apps, which only the command line serves")
    }
    var configuration = try StackMobConfiguration(reader)
    let data = try InitialData(reader)
    configuration.developmentData = data.onlyForDevelopment
    self.init(configuration)
    var moment = moment
    try seed("schema exists", reader["schemas"], ofDeployed: false, &moment)
    try data.load(into: &development, &moment) { $0.isForDevelopment }
    try deployVersions(reader["deployedVersions"], for: data.versions)
    try seed("schema exists", reader["schemas"], ofDeployed: true, &moment)
    for version in data.versions.filter(\.isForProduction) {
      try load(for: version.versions(among: deployed.keys)) { state throws(ConfigurationError) in
        try data.load(into: &state, &moment) { $0 == version }
      }
    }
    for (state, member) in Self.services {
      try seed(state, reader[member], ofDeployed: false, &moment)
      try seed(state, reader[member], ofDeployed: true, &moment)
    }
  }

  /// Deploys the versions in the configuration, and those that its data are for.
  ///
  /// If the data are for production and the configuration names no version, it is version 1.
  private mutating func deployVersions(
    _ named: ConfigurationReader?, for data: [DataVersion]
  ) throws(ConfigurationError) {
    var versions: [Int] = []
    for version in try named?.elements() ?? [] {
      versions.append(Int(try version.integer(1...1_000_000)))
    }
    for case .one(let version) in data where version > 0 { versions.append(version) }
    if versions.isEmpty, data.contains(where: \.isForProduction) { versions = [1] }
    for version in versions { deploy(version: version) }
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
      throw place().error(error)
    }
  }
}

/// The data of the configuration: its objects, followed by those of its exports.
private struct InitialData {
  private let objects: InitialObjects?
  private let exports: [(description: ExportDescription, export: StackMobExport)]
  private let reader: ConfigurationReader

  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.reader = reader
    objects = try reader["objects"].map { member throws(ConfigurationError) in
      try InitialObjects(member)
    }
    let descriptions = try ExportDescription.all(in: reader["export"])
    let exports = reader.files?.contents.compactMap { $0 as? StackMobExport } ?? []
    guard descriptions.count == exports.count else {
      throw (reader["export"] ?? reader).error(
        "only the command line reads an export: use \"objects\", or start ghostlight serve")
    }
    self.exports = zip(descriptions, exports).map { (description: $0, export: $1) }
  }

  /// The versions for which there are data, each once.
  var versions: [DataVersion] {
    let all =
      (objects.map { $0.lists.isEmpty ? [] : [$0.version] } ?? [])
      + exports.map(\.description.version)
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The member of the configuration whose data are for development, if no data are for production.
  var onlyForDevelopment: String? {
    guard !versions.isEmpty, !versions.contains(where: \.isForProduction) else { return nil }
    return exports.isEmpty ? "\"objects\"" : "\"export\""
  }

  /// Stores the data of the versions that `isWanted` selects.
  func load(
    into state: inout StackMobState, _ moment: inout Moment,
    if isWanted: (DataVersion) -> Bool
  ) throws(ConfigurationError) {
    if let objects, isWanted(objects.version) { try objects.store(in: &state, &moment) }
    for (description, export) in exports where isWanted(description.version) {
      try export.load(description, into: &state, &moment, onRow: reader.countDocument)
    }
  }
}

/// The member `objects` of the configuration: a list of objects for each schema.
private struct InitialObjects {
  let version: DataVersion
  /// The lists, each with the name of its schema.
  let lists: [(name: String, list: ConfigurationReader)]

  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    // A schema can have the name "version" too.
    let version = reader["version"].flatMap { $0.value.array == nil ? $0 : nil }
    self.version = try DataVersion(version)
    var lists: [(name: String, list: ConfigurationReader)] = []
    for name in try reader.object().keys where name != "version" || version == nil {
      lists.append((name, try reader.required(name)))
    }
    self.lists = lists
  }

  /// Stores the objects.
  ///
  /// - Throws: `ConfigurationError` with the place of the first object that the schema refuses, or
  ///   that has the id of another one.
  func store(
    in state: inout StackMobState, _ moment: inout Moment
  ) throws(ConfigurationError) {
    for (name, list) in lists {
      try list.forEachDocument { object, position throws(ConfigurationError) in
        let (creation, isNew): (ObjectCreation, Bool)
        do throws(ProviderStateError) {
          (creation, isNew) = try StackMobBackend.store(initial: object, of: name, &state, &moment)
        } catch {
          throw list.element(position).error(error.description)
        }
        guard isNew else {
          let schema = name.lowercased()
          let key = state.schema(schema)?.primaryKey ?? ""
          let first = try firstPlace(of: creation.id, key, schema)?.description
          throw list.element(position).error(
            "has the id of \(first ?? "another object"), \"\(creation.id)\"; give it one of its own"
          )
        }
      }
    }
  }

  /// Returns the place of the first object of a schema with this id.
  ///
  /// Several members of the configuration can be for the same schema, spelled in different cases.
  private func firstPlace(
    of id: String, _ key: String, _ schema: String
  ) throws(ConfigurationError) -> DocumentPointer? {
    for (name, list) in lists where name.lowercased() == schema {
      for (position, object) in try list.array().enumerated()
      where object[key]?.string?.isExactly(id) == true {
        return list.element(position).place
      }
    }
    return nil
  }
}

extension StackMobBackend {
  /// Stores an initial object of the configuration, with its owner.
  ///
  /// - Returns: The object, and `false` if another object has its id; it is not stored then.
  static func store(
    initial object: JSONObject, of name: String, from source: ObjectSource = .configuration,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(ProviderStateError) -> (creation: ObjectCreation, isNew: Bool) {
    // An object from an export contains its owner, such as `user/bob`; a value without a slash is
    // not an owner.
    let owner = object["sm_owner"]?.string
    return try store(
      object, of: name, owner: owner.flatMap { $0.utf8.contains(UInt8(ascii: "/")) ? $0 : nil },
      from: source, &state, &moment)
  }
}
