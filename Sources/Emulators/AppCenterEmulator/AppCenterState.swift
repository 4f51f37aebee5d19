public import GhostlightCore
public import GhostlightEmulation

/// The state of the token exchange: its apps, and the lifetime of new tokens.
package struct AppCenterState: Sendable {
  package let configuration: AppCenterConfiguration
  /// The port of the Cosmos DB emulator, which snapshots do not contain.
  let cosmosPort: CosmosPort
  var apps: [AppCenterApp]
  var tokenLifetimeSeconds: Int64

  package init(_ configuration: AppCenterConfiguration, cosmosPort: CosmosPort = CosmosPort()) {
    self.configuration = configuration
    self.cosmosPort = cosmosPort
    apps = configuration.apps
    tokenLifetimeSeconds = configuration.tokenLifetimeSeconds
  }

  /// Returns the app with this secret, or `nil` if there is none.
  func app(_ secret: String) -> AppCenterApp? {
    apps.first { BytewiseString($0.secret) == BytewiseString(secret) }
  }

  /// Adds an app, or replaces the app with the same secret.
  mutating func add(_ app: AppCenterApp) {
    if let known = apps.firstIndex(where: {
      BytewiseString($0.secret) == BytewiseString(app.secret)
    }) {
      apps[known] = app
    } else {
      apps.append(app)
    }
  }
}

extension AppCenterState {
  /// The allowed lifetimes of a resource token in seconds.
  ///
  /// The maximum, about 31 years, ensures that every token expires.
  static let lifetimes: ClosedRange<Int64> = 1...1_000_000_000
}

extension AppCenterBackend {
  /// The version of the format of ``snapshot``, which is stored with it.
  public static var snapshotVersion: Int { 1 }

  /// The state as JSON: the apps, and the lifetime of tokens.
  public var snapshot: JSON {
    [
      "apps": .array(state.apps.map(\.snapshot)),
      "tokenLifetimeSeconds": .integer(state.tokenLifetimeSeconds),
    ]
  }

  /// Replaces the state with that of a ``snapshot``.
  ///
  /// Settings from the configuration are unchanged.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member. The service is unchanged
  ///   then.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(snapshot)
    var restored = AppCenterState(state.configuration, cosmosPort: state.cosmosPort)
    restored.apps = []
    for element in try reader.member("apps").elements() {
      restored.add(try AppCenterApp(element))
    }
    let lifetime = try reader.member("tokenLifetimeSeconds")
    restored.tokenLifetimeSeconds = try lifetime.integer()
    guard AppCenterState.lifetimes.contains(restored.tokenLifetimeSeconds) else {
      throw lifetime.error("is not a valid lifetime")
    }
    state = restored
  }
}

extension AppCenterApp {
  fileprivate var snapshot: JSON {
    [
      "secret": .string(secret), "account": .string(account), "database": .string(database),
      "collection": .string(collection),
    ]
  }

  fileprivate init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init(
      secret: try reader.member("secret").string(),
      account: try reader.member("account").string(),
      database: try reader.member("database").string(),
      collection: try reader.member("collection").string())
  }
}
