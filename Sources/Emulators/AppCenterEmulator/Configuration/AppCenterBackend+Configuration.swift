public import GhostlightCore
public import GhostlightEmulation
import GhostlightSigning

extension AppCenterBackend {
  /// The service that a configuration's `appcenter` section describes.
  ///
  /// Its members: `apps`, each `{"secret", "account", "database", "collection"}` of which only the
  /// secret must be there; `masterKey`, in base64; `tokenLifetimeSeconds`; `idTokenSecret`.
  ///
  /// - Throws: `ConfigurationProblem` with the place.
  public init(configuration section: JSON, at moment: Moment) throws(ConfigurationProblem) {
    let reader = ConfigurationReader(section, path: "$.appcenter")
    try reader.allowOnly("apps", "masterKey", "tokenLifetimeSeconds", "idTokenSecret")
    self.init(try AppCenterConfiguration(reader))
  }
}

extension AppCenterConfiguration {
  /// Reads the settings; what is missing stays as it is.
  init(_ reader: ConfigurationReader) throws(ConfigurationProblem) {
    self.init()
    if let list = reader["apps"] {
      apps = []
      for element in try list.elements() {
        let app = try AppCenterApp(element)
        guard !apps.contains(where: { $0.secret == app.secret }) else {
          throw element.problem("the secret \"\(app.secret)\" is given twice")
        }
        apps.append(app)
      }
    }
    if let key = reader["masterKey"] {
      guard let found = CosmosMasterKey(try key.string()) else {
        throw key.problem("must be a key in base64")
      }
      masterKey = found
    }
    if let seconds = reader["tokenLifetimeSeconds"] {
      tokenLifetimeSeconds = try seconds.integer(AppCenterState.lifetimes)
    }
    if let secret = reader["idTokenSecret"] { idTokenSecret = try secret.string() }
  }
}

extension AppCenterApp {
  fileprivate init(_ reader: ConfigurationReader) throws(ConfigurationProblem) {
    try reader.allowOnly("secret", "account", "database", "collection")
    self.init(secret: try reader.required("secret").string())
    if let name = reader["account"] { account = try name.string() }
    if let name = reader["database"] { database = try name.string() }
    if let name = reader["collection"] { collection = try name.string() }
  }
}
