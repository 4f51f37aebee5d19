import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The table of a data browser for the service: its apps.
///
/// Tokens are signed but not stored, so there is no table of tokens. Actions on an app can create
/// new tokens.
extension AppCenterBackend {
  /// The table of the apps, with actions that create tokens.
  public var dataTables: [DataTable<AppCenterBackend>] {
    let apps = state.apps
    var table = DataTable<AppCenterBackend>(
      "apps", title: "Apps", group: "Apps", key: "secret",
      columns: ["secret", "account", "database", "collection"].map { DataColumn($0) },
      rows: DataRows(count: apps.count) {
        apps.map { app in
          DataRow(
            app.secret,
            [
              "secret": .string(app.secret), "account": .string(app.account),
              "database": .string(app.database), "collection": .string(app.collection),
            ])
        }
      })
    table.put = { row, key, backend, _ throws(ProviderStateError) in
      var row = row
      if let key {
        guard row["secret"] ?? .string(key) == .string(key) else {
          throw ProviderStateError("\"secret\" of the row is not \"\(key)\"")
        }
        row["secret"] = .string(key)
      }
      return try AppCenterStates(row).app(&backend.state)["secret"]?.string ?? ""
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      backend.state.apps.removeAll { $0.secret.isExactly(key) }
    }
    table.actions = [
      DataAction("sign in", title: "Sign a user in") {
        _, backend, moment throws(ProviderStateError) in
        try AppCenterStates([:]).signedIn(backend.state, &moment)
      },
      DataAction("read token", title: "Token for readonly") {
        key, backend, moment throws(ProviderStateError) in
        try Self.token("readonly", of: key, backend.state, moment)
      },
      DataAction("user token", title: "Token for a signed-in user") {
        key, backend, moment throws(ProviderStateError) in
        let signed = try AppCenterStates([:]).signedIn(backend.state, &moment)
        let field = signed["authorization"]?.string ?? ""
        return try Self.token("user", of: key, backend.state, moment, authorization: field)
      },
    ]
    return [table]
  }

  /// Returns a token for one partition of an app.
  ///
  /// The account's URL is omitted, because it depends on the client.
  private static func token(
    _ partition: String, of secret: String, _ state: AppCenterState, _ moment: Moment,
    authorization: String? = nil
  ) throws(ProviderStateError) -> JSONObject {
    guard let app = state.app(secret) else {
      throw ProviderStateError("there is no app \"\(secret)\"")
    }
    var request = Request(.post, "/v0.1/data/tokens")
    request.headers[.authorization] = authorization
    let exchange = TokenExchange(app: app, state: state, request: request, moment: moment)
    var token = exchange.token(partition)
    if let reason = token.reason { throw ProviderStateError(reason) }
    token.object["dbAccount"] = nil
    return token.object
  }
}
