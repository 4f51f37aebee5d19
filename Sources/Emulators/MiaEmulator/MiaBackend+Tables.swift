import GhostlightCore
public import GhostlightEmulation
import GhostlightSigning

/// The tables of a data browser like Mia's console: collections with document states, users,
/// sessions and files.
extension MiaBackend {
  /// The tables of both generations: collections, followed by users, sessions and files.
  public var dataTables: [DataTable<MiaBackend>] {
    let baas = state.baas.collections.keys.map(\.text).sorted()
    return state.crud.collections.map(Self.collection)
      + baas.filter { $0 != BaaSState.filesName }.map(items) + [users, sessions, files]
  }

  private typealias Table = DataTable<MiaBackend>

  private static func collection(_ collection: CRUDCollection) -> Table {
    let definition = collection.definition
    let endpoint = definition.endpoint
    let places = definition.fields.filter { $0.kind == .geoPoint }.map(\.name)
    var table = Table(
      "collections:" + endpoint, title: endpoint, group: "Collections", key: "_id",
      columns: definition.fields.map { DataColumn($0.name) },
      rows: DataRows(
        collection.documents,
        showing: { document in
          // Points are stored in a different form than clients send them.
          places.reduce(into: document) { row, name in
            if let place = row[name]?["coordinates"] { row[name] = place }
          }
        }))
    table.serverFields = CRUDDefinition.standard
    if let index = collection.indexes.first(where: { $0.lifetime != nil }),
      let seconds = index.lifetime.flatMap({ Int64(exactly: $0.rounded(.down)) })
    {
      table.expiry = DataExpiry(since: index.fields[0], otherwise: seconds)
    }
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      let row = try keyed(row, "_id", key)
      let stored = try CRUDStates(["collection": .string(endpoint), "document": .object(row)])
        .document(&backend.state, &moment)
      return stored["id"]?.string ?? ""
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      guard let slot = backend.state.crud.position(of: endpoint) else { return }
      backend.state.crud.collections[slot].documents.remove(key)
      backend.state.crud.share(slot)
    }
    return table
  }

  /// Returns the table of a BaaS collection.
  private func items(_ name: String) -> Table {
    var table = Table(
      "items:" + name, title: name, group: "Collections (BaaS)", key: "id",
      columns: (["id"] + ItemCollection.serverFields.dropFirst()).map { DataColumn($0) },
      rows: DataRows(state.items(name).documents))
    // Each new item gets "sync" and "trash" from the service, although clients can change them.
    table.serverFields = ItemCollection.serverFields + ["sync", "trash"]
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      let row = try Self.keyed(row, "id", key)
      let stored = try BaaSStates(["collection": .string(name), "item": .object(row)])
        .item(&backend.state, &moment)
      return stored["id"]?.string ?? ""
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      backend.state.baas.remove(key, from: name)
    }
    return table
  }

  private var users: Table {
    var table = Table(
      "users", title: "Users", group: "Users and sessions", key: "id",
      columns: ["id", "email", "username", "validated"].map { DataColumn($0) },
      rows: DataRows(state.accounts.users.documents))
    table.serverFields = ItemCollection.serverFields + ["validated"]
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      try Self.storeUser(try Self.keyed(row, "id", key), &backend.state, &moment)
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      backend.state.accounts.remove(key)
    }
    table.actions = [
      DataAction("log in", title: "Log in as") {
        key, backend, moment throws(ProviderStateError) in
        let session = backend.state.accounts.open(sessionOf: key, &moment)
        return ["sid": .string(session.id), "userId": .string(key)]
      },
      DataAction("new password", title: "New password") {
        key, backend, moment throws(ProviderStateError) in
        let password = moment.draw(.hexadecimal(12), named: "password")
        backend.state.accounts.passwords[key] = SaltedHash(password, salt: moment.drawSalt())
        return ["password": .string(password)]
      },
    ]
    return table
  }

  /// Changes the user whose id is in the row, or registers a new user if there is none.
  ///
  /// A new user needs an e-mail address; without a password in the row, the password is `password`.
  private static func storeUser(
    _ row: JSONObject, _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateError) -> String {
    if let id = row["id"]?.string, let old = state.accounts.users[id] {
      var fields = row
      for name in ItemCollection.serverFields + ["validated"] { fields[name] = nil }
      do throws(Fault) {
        _ = try state.accounts.change(id, fields, by: id, &moment, within: .unlimited)
      } catch { throw ProviderStateError("the user is refused: \(error.message)") }
      for member in old where row[member.key] == nil {
        guard !ItemCollection.serverFields.contains(member.key), member.key != "validated" else {
          continue
        }
        throw ProviderStateError("\"\(member.key)\" is missing; a user keeps all members")
      }
      if let validated = row["validated"]?.bool {
        state.accounts.users.set("validated", .bool(validated), of: id)
      }
      return id
    }
    var fields = row
    var parameters: JSONObject = [:]
    for name in ["id", "email", "password", "username"] {
      parameters[name] = fields.removeValue(forKey: name)
    }
    if let validated = fields.removeValue(forKey: "validated") {
      parameters["validated"] = validated
    }
    parameters["fields"] = .object(fields)
    return try BaaSStates(parameters).user(&state, &moment)["userId"]?.string ?? ""
  }

  private var sessions: Table {
    let accounts = state.accounts
    var table = Table(
      "sessions", title: "Sessions", group: "Users and sessions", key: "sid",
      columns: [
        DataColumn("sid"), DataColumn("userId", link: "users"), DataColumn("lastUse"),
        DataColumn("ends"),
      ],
      rows: DataRows(count: accounts.sessionCount) {
        accounts.allSessions.map { session in
          let (end, _) = session.lastUse.addingReportingOverflow(
            UserSession.lifetimeMilliseconds)
          return DataRow(
            session.id,
            [
              "sid": .string(session.id), "userId": .string(session.userID),
              "lastUse": .string(ISODate.format(milliseconds: session.lastUse)),
              "ends": .string(ISODate.format(milliseconds: end)),
            ])
        }
      })
    table.expiry = DataExpiry(at: "ends")
    table.remove = { key, backend, _ throws(ProviderStateError) in
      backend.state.accounts.close(key)
    }
    table.actions = [
      DataAction("expire", title: "Expire") { key, backend, moment throws(ProviderStateError) in
        backend.state.accounts.set(key, isAlive: false, at: moment)
        return [:]
      },
      DataAction("refresh", title: "Refresh") { key, backend, moment throws(ProviderStateError) in
        backend.state.accounts.set(key, isAlive: true, at: moment)
        return [:]
      },
    ]
    return table
  }

  /// The table of uploaded files.
  ///
  /// A file's contents are not in the table; only an upload can create them.
  private var files: Table {
    var table = Table(
      "files", title: "Files", group: "Files", key: "id",
      columns: ["id", "name", "file", "location"].map { DataColumn($0) },
      rows: DataRows(state.items(BaaSState.filesName).documents))
    table.remove = { key, backend, _ throws(ProviderStateError) in
      backend.state.baas.remove(key, from: BaaSState.filesName)
    }
    return table
  }

  /// Returns the row with `key` added as the member that contains the key.
  ///
  /// - Throws: An error if the row already contains a different key.
  private static func keyed(
    _ row: JSONObject, _ member: String, _ key: String?
  ) throws(ProviderStateError) -> JSONObject {
    guard let key else { return row }
    guard row[member] ?? .string(key) == .string(key) else {
      throw ProviderStateError("\"\(member)\" of the row is not \"\(key)\"")
    }
    var row = row
    row[member] = .string(key)
    return row
  }
}
