public import GhostlightCore
public import GhostlightEmulation
public import GhostlightSigning

/// What the token exchange knows, and how strict it is.
public struct AppCenterConfiguration: Sendable, Hashable {
  /// The apps that the service starts with.
  public var apps = [AppCenterApp()]
  /// The Cosmos account's key, which resource tokens are signed with.
  public var masterKey = CosmosMasterKey.wellKnown
  /// How long a resource token lives, in seconds; Cosmos' own default is an hour (A4).
  public var tokenLifetimeSeconds: Int64 = 3600
  /// The secret that ID tokens must be signed with (HS256).
  ///
  /// Without one a token's signature is not looked at: the tenant's own keys are not to be had here.
  public var idTokenSecret: String?

  /// The origins whose web pages may read responses, `*` for every one; none unless asked for.
  public var allowedOrigins: [String] = []

  /// What web pages may do; nothing is known of the service's own answer.
  var crossOrigin: CrossOrigin? {
    guard !allowedOrigins.isEmpty else { return nil }
    return CrossOrigin(
      allowing: allowedOrigins, methods: "POST, OPTIONS",
      exposing: "x-ms-retry-after-ms, X-Ghostlight-Reason")
  }

  /// One app, the well-known key.
  public init() {}

  /// The secret that ID tokens of provider states are signed with.
  var signingSecret: [UInt8] { Array((idTokenSecret ?? "ghostlight").utf8) }
}

/// An app that App Center knows, and the one Cosmos collection it is connected to.
public struct AppCenterApp: Sendable, Hashable {
  /// The App Secret, which the app sends with each request.
  public var secret: String
  /// The Cosmos account: a name, or a full address where the account is not Azure's.
  ///
  /// `{scheme}` and `{host}` stand for how the client reached the exchange, so that what it says
  /// holds for clients in containers and for hosts that choose a namespace.
  public var account: String
  /// The database's id.
  public var database: String
  /// The collection's id; its partition key must be `/PartitionKey`.
  public var collection: String

  /// The secret of the app that there is unless others are configured.
  public static let defaultSecret = "11111111-2222-3333-4444-555555555555"

  /// The Cosmos emulator beside this one, by its default port; where that listens on another one
  /// (``CosmosPort``), clients are told that.
  public static let defaultAccount = "{scheme}://{host}:8081"

  /// Describes an app.
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
  /// The service that a configuration's `appcenter` section describes.
  ///
  /// Its members: `apps`, each `{"secret", "account", "database", "collection"}` of which only the
  /// secret must be there; `masterKey`, in base64; `tokenLifetimeSeconds`; `idTokenSecret`;
  /// `allowedOrigins`.
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
  /// Reads the settings; what is missing stays as it is.
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
