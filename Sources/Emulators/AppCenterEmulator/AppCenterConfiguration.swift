public import GhostlightCore
public import GhostlightEmulation
public import GhostlightSigning

/// The settings of the token exchange: its apps, and how strictly tokens are checked.
///
/// The defaults are one app that has the well-known key and the standard database. Change what a
/// test needs, and pass the configuration to ``AppCenterBackend/init(_:)``. In `ghostlight.json`
/// the same settings are members of the section `appcenter`.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = AppCenterConfiguration()
/// configuration.apps = [AppCenterApp(secret: "99999999-2222-3333-4444-555555555555")]
/// configuration.tokenLifetimeSeconds = 60
/// let exchange = AppCenterBackend(configuration)
/// ```
///
/// Provider states add apps and change the lifetime of tokens in one namespace later.
public struct AppCenterConfiguration: Sendable, Hashable {
  /// The apps with which the service starts.
  public var apps = [AppCenterApp()]
  /// The key of the Cosmos DB account, which signs resource tokens.
  public var masterKey = CosmosMasterKey.wellKnown
  /// The lifetime of a resource token in seconds.
  ///
  /// The default is that of Cosmos DB, one hour (A4).
  public var tokenLifetimeSeconds: Int64 = 3600
  /// The secret with which ID tokens must be signed (HS256).
  ///
  /// With `nil`, signatures are not checked, because the tenant's own keys are not available.
  public var idTokenSecret: String?

  /// The origins whose web pages may read responses: `*` for all; empty, the default, for none.
  public var allowedOrigins: [String] = []

  /// The response header fields that let web pages read responses.
  ///
  /// Those of the service are not known.
  var crossOrigin: CrossOrigin? {
    guard !allowedOrigins.isEmpty else { return nil }
    return CrossOrigin(
      allowing: allowedOrigins, methods: "POST, OPTIONS",
      exposing: "x-ms-retry-after-ms, X-Ghostlight-Reason")
  }

  /// Creates the settings of a service with one app and the well-known key.
  public init() {}

  /// The secret with which provider states sign ID tokens.
  var signingSecret: [UInt8] { Array((idTokenSecret ?? "ghostlight").utf8) }
}

/// An app of App Center, with the one Cosmos DB container to which it is connected.
///
/// Clients identify the app by its secret. The exchange puts account, database and container into
/// its response, so they must be those of the Cosmos DB account on the same stage. The defaults
/// match those of `CosmosBackend.forAppCenter()`.
public struct AppCenterApp: Sendable, Hashable {
  /// The App Secret, which the app sends with each request.
  public var secret: String
  /// The Cosmos DB account: a name, or a full address if it is not Azure's.
  ///
  /// `{scheme}` and `{host}` are replaced by those with which the client reached the exchange. So
  /// the address is valid for clients in containers, and for hosts that select a namespace.
  public var account: String
  /// The id of the database.
  public var database: String
  /// The id of the container, whose partition key must be `/PartitionKey`.
  public var collection: String

  /// The secret of the app that exists by default.
  public static let defaultSecret = "11111111-2222-3333-4444-555555555555"

  /// The address of the Cosmos DB emulator on the same host with its default port.
  ///
  /// If that emulator listens on another port (``CosmosPort``), clients get that one.
  public static let defaultAccount = "{scheme}://{host}:8081"

  /// Creates an app.
  public init(
    secret: String = defaultSecret, account: String = defaultAccount, database: String = "mbaas",
    collection: String = "appcenter"
  ) {
    self.secret = secret
    self.account = account
    self.database = database
    self.collection = collection
  }
}

extension AppCenterBackend {
  /// Creates the service that a configuration's `appcenter` section describes.
  ///
  /// The section has these members, all optional:
  ///
  /// - `apps`, each `{"secret", "account", "database", "collection"}`, of which only the secret is
  ///   required;
  /// - `masterKey`, in base64;
  /// - `tokenLifetimeSeconds`, `idTokenSecret` and `allowedOrigins`, as the properties of
  ///   ``AppCenterConfiguration``.
  ///
  /// - Throws: `ConfigurationError` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    let reader = ConfigurationReader(section, path: "$.appcenter")
    try reader.allowOnly(
      "apps", "masterKey", "tokenLifetimeSeconds", "idTokenSecret", "allowedOrigins")
    self.init(try AppCenterConfiguration(reader))
  }
}

extension AppCenterConfiguration {
  /// Creates the settings from a configuration.
  ///
  /// Missing ones have their defaults.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    self.init()
    if let list = reader["apps"] {
      apps = []
      for element in try list.elements() {
        let app = try AppCenterApp(element)
        guard !apps.contains(where: { $0.secret == app.secret }) else {
          throw element.error("the secret \"\(app.secret)\" is given twice")
        }
        apps.append(app)
      }
    }
    if let key = reader["masterKey"] {
      guard let found = CosmosMasterKey(try key.string()) else {
        throw key.error("must be a key in base64")
      }
      masterKey = found
    }
    if let seconds = reader["tokenLifetimeSeconds"] {
      tokenLifetimeSeconds = try seconds.integer(AppCenterState.lifetimes)
    }
    if let origins = reader["allowedOrigins"] { allowedOrigins = try CrossOrigin.origins(origins) }
    if let secret = reader["idTokenSecret"] { idTokenSecret = try secret.string() }
  }
}

extension AppCenterApp {
  fileprivate init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.allowOnly("secret", "account", "database", "collection")
    self.init(secret: try reader.required("secret").string())
    if let name = reader["account"] { account = try name.string() }
    if let name = reader["database"] { database = try name.string() }
    if let name = reader["collection"] { collection = try name.string() }
  }
}
