import GhostlightCore

/// What the service knows: its apps, and how long tokens live.
package struct AppCenterState: Sendable {
  let configuration: AppCenterConfiguration
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
    apps.first { ExactText($0.secret) == ExactText(secret) }
  }

  /// Adds an app, in place of one with its secret.
  mutating func add(_ app: AppCenterApp) {
    if let known = apps.firstIndex(where: { ExactText($0.secret) == ExactText(app.secret) }) {
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
