public import GhostlightCore
public import GhostlightEmulation

/// What the service knows: its apps, and how long tokens live.
package struct AppCenterState: Sendable {
  package let configuration: AppCenterConfiguration
  /// Where the Cosmos emulator listens; a setting, so not in snapshots.
  let cosmosPort: CosmosPort
  var apps: [AppCenterApp]
  var tokenLifetimeSeconds: Int64

  package init(_ configuration: AppCenterConfiguration, cosmosPort: CosmosPort = CosmosPort()) {
    self.configuration = configuration
    self.cosmosPort = cosmosPort
    apps = configuration.apps
    tokenLifetimeSeconds = configuration.tokenLifetimeSeconds
  }

  /// The app of a secret.
  func app(_ secret: String) -> AppCenterApp? {
    apps.first { BytewiseString($0.secret) == BytewiseString(secret) }
  }

  /// Adds an app, in place of one with its secret.
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
  /// How many seconds a resource token may live; nothing keeps the longest from ending.
  static let lifetimes: ClosedRange<Int64> = 1...1_000_000_000
}

extension AppCenterBackend {
  /// The form of ``snapshot``.
  public static var snapshotVersion: Int { 1 }

  /// The apps, and how long tokens live.
  public var snapshot: JSON {
    [
      "apps": .array(state.apps.map(\.snapshot)),
      "tokenLifetimeSeconds": .integer(state.tokenLifetimeSeconds),
    ]
  }

  /// Takes over what ``snapshot`` wrote; the settings stay.
  ///
  /// - Throws: `SnapshotError` with the place; the service is then as it was.
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
      throw lifetime.error("is no lifetime")
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
