import GhostlightCore
public import GhostlightEmulation

/// What the service knows: its apps; tokens are signed and handed out, not kept.
extension AppCenterBackend {
  /// The one table.
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
      DataAction("sign in", title: "Sign somebody in") {
        _, backend, moment throws(ProviderStateError) in
        try AppCenterStates([:]).signedIn(backend.state, &moment)
      }
    ]
    return [table]
  }
}
