public import GhostlightCore
public import GhostlightEmulation
public import GhostlightSigning

/// The settings of the token exchange, such as its apps, and how strictly tokens are checked.
///
/// The defaults are one app with the well-known key and the standard database. Change the settings
/// that a test needs, and pass the configuration to ``AppCenterBackend/init(_:)``. In
/// `ghostlight.json` the same settings are members of the section `appcenter`.
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
/// Provider states can later add apps and change the lifetime of tokens in one namespace.
public struct AppCenterConfiguration: Sendable, Hashable {
  /// The apps with which the service starts; by default, one app with the default secret.
  public var apps = [AppCenterApp()]
  /// The key of the Cosmos DB account, with which resource tokens are signed.
  public var masterKey = CosmosMasterKey.wellKnown
  /// The lifetime of a resource token in seconds; one hour by default, as in Cosmos DB (A4).
  public var tokenLifetimeSeconds: Int64 = 3600
  /// The secret with which ID tokens must be signed (HS256).
  ///
  /// If it is `nil`, signatures are not checked, because the keys of the app's real tenant are not
  /// available.
  public var idTokenSecret: String?

  /// The origins whose web pages may read responses: `*` for all, an empty list for none.
  public var allowedOrigins: [String] = []

  /// The response header fields that allow web pages to read responses; `nil` if no page may.
  ///
  /// It is not known which fields the real service sent.
  var crossOrigin: CrossOrigin? {
    guard !allowedOrigins.isEmpty else { return nil }
    return CrossOrigin(
      allowing: allowedOrigins, methods: "POST, OPTIONS",
      exposing: "x-ms-retry-after-ms, X-Ghostlight-Reason")
  }

  /// Creates the settings of a service with one app and the well-known key.
  public init() {}

  /// The secret with which provider states sign the ID tokens that they create.
  var signingSecret: [UInt8] { Array((idTokenSecret ?? "ghostlight").utf8) }
}

/// An app of App Center, which is connected to one Cosmos DB container.
///
/// Clients identify the app by its secret. The exchange's responses contain account, database and
/// container, so these must exist in the Cosmos DB backend on the same stage. The defaults are
/// equal to those of `CosmosBackend.forAppCenter()`.
public struct AppCenterApp: Sendable, Hashable {
  /// The App Secret, which the app sends with each request.
  public var secret: String
  /// The Cosmos DB account: a name, or a URL if Azure does not host the account.
  ///
  /// `{scheme}` and `{host}` are replaced by those of the URL at which the client reached the
  /// exchange. The resulting URL also works for clients in containers, and for host names that
  /// select a namespace.
  public var account: String
  /// The id of the database.
  public var database: String
  /// The id of the container, whose partition key must be `/PartitionKey`.
  public var collection: String

  /// The secret of the app that exists by default.
  public static let defaultSecret = "11111111-2222-3333-4444-555555555555"

  /// The URL of the Cosmos DB emulator on the exchange's host, with the default port.
  ///
  /// If the Cosmos DB emulator listens on a different port (``CosmosPort``), clients get that port.
  public static let defaultAccount = "{scheme}://{host}:8081"

  /// Creates an app that uses the given container.
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
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationError) {
    let reader = ConfigurationReader(section, path: "$.appcenter")
    try reader.allowOnly(
      "apps", "masterKey", "tokenLifetimeSeconds", "idTokenSecret", "allowedOrigins")
    self.init(try AppCenterConfiguration(reader))
  }
}

extension AppCenterConfiguration {
  /// Creates the settings from a configuration section.
  ///
  /// Settings that are missing in the section have their defaults.
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
        throw key.error("is not a valid key; give it in base64")
      }
      masterKey = found
    }
    if let seconds = reader["tokenLifetimeSeconds"] {
      tokenLifetimeSeconds = try seconds.integer(AppCenterState.lifetimes, of: "seconds")
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
