public import GhostlightCore
public import GhostlightEmulation

/// The settings of a Mia project, such as its secret, the version of the CRUD service, and limits.
///
/// The defaults are those of a new project. Change the settings that a test needs, and pass the
/// configuration to ``MiaBackend/init(_:)``. In `ghostlight.json` the same settings are members of
/// the section `mia`.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = MiaConfiguration()
/// configuration.crudCompatibility = .seven
/// configuration.defaultLimit = 50
/// let stage = Stage(StageConfiguration(services: [.mia(MiaBackend(configuration))]))
/// ```
///
/// The provider state `project has settings` changes the settings of one namespace later.
public struct MiaConfiguration: Sendable, Hashable {
  /// The API secret of the project, which clients send in the header field `secret`.
  public var secret = "s3cr3t"
  /// Whether a request without the secret is refused.
  public var checksSecret = true
  /// The version of the CRUD service whose behaviour is emulated.
  public var crudCompatibility = CRUDCompatibility.six
  /// The maximum number of documents in a list of the CRUD service, and the maximum value of `_l`.
  public var maximumLimit = 200
  /// The number of documents in a list of the CRUD service if the request has no parameter `_l`.
  public var defaultLimit = 25
  /// Whether users of BaaS up to 3 can sign in only after they have validated their e-mail address.
  public var requiresValidation = false
  /// The origins whose web pages may read responses: `*` for all, an empty list for none (E50).
  ///
  /// If it is `nil`, the server decides: it allows pages from this machine and from known hosts.
  public var allowedOrigins: [String]?

  /// Creates the settings of a new project.
  public init() {}

  /// The response header fields that allow web pages to read responses (E50).
  var crossOrigin: CrossOrigin {
    CrossOrigin(
      allowing: allowedOrigins, methods: "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS",
      exposing: "X-Ghostlight-Reason")
  }

  func isSecret(_ text: String?) -> Bool { text.map(secret.isExactly) ?? false }
}

extension MiaBackend {
  /// Creates the project that a configuration's `mia` section describes.
  ///
  /// The section has these members, all optional:
  ///
  /// - `secret`, `checksSecret`, `maximumLimit`, `defaultLimit`, `requiresValidation` and
  ///   `allowedOrigins`, as the properties of ``MiaConfiguration``;
  /// - `crudCompat`, 6 or 7;
  /// - `collections`, in the CRUD service's own definition format, optionally with `documents` and
  ///   `access` as in the provider state `collection exists`;
  /// - `users`, as in the provider state `user exists`;
  /// - `baas3`, the initial data of BaaS up to 3.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    try self.init(ConfigurationReader(section, path: "$.mia"), at: moment)
  }

  /// Creates the project from a section of a larger configuration.
  package init(_ reader: ConfigurationReader, at moment: Moment) throws(ConfigurationError) {
    if let folder = reader["definitions"] {
      guard folder.value.string != nil else { throw folder.error(expected: "the path of a folder") }
      throw folder.error(
        "names a folder, which the command line alone reads; put what is in it into \"collections\""
      )
    }
    try reader.allowOnly(
      MiaConfiguration.members + ["definitions", "collections", "users", "baas3"])
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
    try seed("collection exists", parameters, collection, &moment, in: "definition")
    guard let documents else { return }
    let endpoint = CRUDDefinition.endpoint(definition)
    try documents.forEachDocument { document, position throws(ConfigurationError) in
      try seed(
        "document exists", ["collection": .string(endpoint), "document": .object(document)],
        documents.element(position), &moment, in: "document")
    }
  }

  /// Sets up a provider state that the configuration describes.
  ///
  /// - Throws: `ConfigurationError` with the path that the closure `place` returns.
  mutating func seed(
    _ name: String, _ parameters: JSONObject, _ place: @autoclosure () -> ConfigurationReader,
    _ moment: inout Moment, in wrapper: String? = nil
  ) throws(ConfigurationError) {
    do throws(ProviderStateError) {
      try Self.providerStates.setUpInPlace(with: name, parameters: parameters, &state, &moment)
    } catch {
      throw place().error(error, in: wrapper)
    }
  }
}

extension MiaConfiguration {
  /// The names of the settings in the section `mia` of a configuration.
  static let members = [
    "secret", "checksSecret", "crudCompat", "maximumLimit", "defaultLimit", "requiresValidation",
    "allowedOrigins",
  ]

  /// Creates the settings from a configuration section.
  ///
  /// Settings that are missing in the section have the values in `old`.
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
  /// Adds the initial data in the member `baas3` of a configuration section.
  ///
  /// The member contains `items`, an object with an array for each collection; `files`, as in the
  /// provider state `file exists`; and `access`, an object with an access object for each
  /// collection.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  mutating func seedBaaS3(
    _ reader: ConfigurationReader, _ moment: inout Moment
  ) throws(ConfigurationError) {
    try reader.allowOnly("items", "files", "access")
    for name in try reader["items"]?.object().keys ?? [] {
      guard let items = reader["items"]?[name] else { continue }
      try items.forEachDocument { item, position throws(ConfigurationError) in
        try seed(
          "item exists", ["collection": .string(name), "item": .object(item)],
          items.element(position), &moment, in: "item")
      }
    }
    for file in try reader["files"]?.elements() ?? [] {
      try seed("file exists", try file.object(), file, &moment)
    }
    for name in try reader["access"]?.object().keys ?? [] {
      guard let rules = reader["access"]?[name] else { continue }
      try seed(
        "access rules exist", ["collection": .string(name), "access": rules.value], rules, &moment,
        in: "access")
    }
  }
}

/// The emulated version of the CRUD service, for behaviour that differs between versions (A14).
///
/// Set it in ``MiaConfiguration/crudCompatibility``, or as `crudCompat` in `ghostlight.json`. The
/// default is ``six``. Choose the version that the app's backend runs: the versions differ in the
/// statuses of two refusals and in the order of lists.
public enum CRUDCompatibility: Int, Sendable, Hashable {
  /// Version 6.x: a forbidden state transition has status 404, a duplicate key 422; lists have no
  /// default order.
  case six = 6
  /// Version 7.x: a forbidden state transition has status 400, a duplicate key 409; lists have a
  /// default order.
  case seven = 7
}
