import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The tables of a data browser: databases, containers, the items of each container, users and
/// permissions.
extension CosmosBackend {
  /// The tables of the account, which include one table for each container's items.
  public var dataTables: [DataTable<CosmosBackend>] {
    let state = state
    return [databases, containers]
      + state.databases.flatMap { database in
        database.containers.map { Self.items(of: $0, in: database) }
      } + [users, permissions]
  }

  private typealias Table = DataTable<CosmosBackend>

  private var databases: Table {
    let databases = state.databases
    var table = Table(
      "databases", title: "Databases", group: "Databases", key: "id", columns: Self.columns("id"),
      rows: DataRows(count: databases.count) { databases.map { DataRow($0.id, $0.json) } })
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      guard let id = key ?? row["id"]?.string else {
        throw ProviderStateError("a database needs an \"id\"")
      }
      _ = try CosmosStates(["database": .string(id)]).database(&backend.state, moment)
      return id
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      if let position = backend.state.position(ofDatabase: key) {
        backend.state.databases.remove(at: position)
      }
    }
    return table
  }

  private var containers: Table {
    let databases = state.databases
    var table = Table(
      "containers", title: "Containers", group: "Databases", key: "key",
      columns: [
        DataColumn("key"), DataColumn("database", link: "databases"), DataColumn("id"),
        DataColumn("partitionKey"), DataColumn("documents"),
      ],
      rows: DataRows(count: databases.reduce(0) { $0 + $1.containers.count }) {
        databases.flatMap { database in
          database.containers.map { container in
            let key = "\(database.id)/\(container.id)"
            var row: JSONObject = [
              "key": .string(key), "database": .string(database.id),
              "documents": .integer(Int64(container.documents.count)),
            ]
            for member in container.json(in: database) { row[member.key] = member.value }
            return DataRow(key, row)
          }
        }
      })
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      let reader = StateParameters(row)
      let (database, id) = (try reader.string("database"), try reader.string("id"))
      let name = "\(database)/\(id)"
      guard key ?? name == name else {
        throw ProviderStateError("the key of this container is \"\(name)\"")
      }
      if let known = backend.state.position(ofDatabase: database),
        backend.state.databases[known].position(ofContainer: id) != nil
      {
        throw ProviderStateError("the container is there already; delete it to make another")
      }
      var definition = row
      for member in ["key", "database", "documents"] { definition[member] = nil }
      _ = try CosmosStates(
        [
          "database": .string(database), "container": .string(id),
          "definition": .object(definition),
        ]
      ).container(&backend.state, moment)
      return name
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      for position in backend.state.databases.indices {
        let database = backend.state.databases[position]
        backend.state.databases[position].containers.removeAll {
          key.isExactly("\(database.id)/\($0.id)")
        }
      }
    }
    return table
  }

  /// Returns the table of a container's items.
  ///
  /// Rows are identified by resource ids, which stay the same when an item changes.
  private static func items(of container: Container, in database: Database) -> Table {
    let documents = container.documents
    let find: @Sendable (String) -> JSONObject? = { rid in
      documents.page(Query(.field(FieldPath("_rid"), .equals(.string(rid))), limit: 1))
        .first?.document
    }
    let keys = container.settings.partitionPaths.compactMap(\.first)
    var table = Table(
      "items:\(database.id)/\(container.id)", title: "\(database.id)/\(container.id)",
      group: "Items", key: "_rid", columns: columns("id") + columns(keys) + columns("_rid", "_ts"),
      rows: DataRows(documents, key: { $0["_rid"]?.string ?? "" }, find: find))
    table.serverFields = Container.systemProperties
    if let seconds = container.settings.defaultTTL {
      table.expiry = DataExpiry(since: "_ts", secondsIn: "ttl", otherwise: seconds)
    }
    table.query = query(of: container, in: database)
    let names = (database: database.id, container: container.id)
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      let place = try backend.state.place(names)
      let home = backend.state.link(to: place)
      let stamp = backend.state.stamp(moment)
      let paths = backend.state[place].settings.partitionPaths
      let partition = PartitionKey(of: row, along: paths)
      do throws(Fault) {
        guard let key, let old = find(key) else {
          let written = try backend.state[place].upsert(
            row, in: partition, under: home, Preconditions(), stamp, at: moment,
            within: .unlimited)
          return written.document?["_rid"]?.string ?? ""
        }
        guard partition.text == PartitionKey(of: old, along: paths).text else {
          throw .keyMismatch.withReason("an item stays in its partition; make another")
        }
        _ = try backend.state[place].replace(
          old["id"]?.string ?? "", with: row, in: partition, Preconditions(), stamp, at: moment,
          within: .unlimited)
        return key
      } catch { throw ProviderStateError("the item is refused: \(error.message)") }
    }
    table.remove = { key, backend, moment throws(ProviderStateError) in
      let place = try backend.state.place(names)
      guard let old = find(key) else { return }
      let partition = PartitionKey(
        of: old, along: backend.state[place].settings.partitionPaths)
      do throws(Fault) {
        _ = try backend.state[place].delete(
          old["id"]?.string ?? "", in: partition, Preconditions(), at: moment, within: .unlimited)
      } catch { throw ProviderStateError("the item is not deleted: \(error.message)") }
    }
    return table
  }

  private static func query(of container: Container, in database: Database) -> DataQuery {
    let names = [database.id, container.id].map { PercentEncoding.encode($0) }
    return DataQuery(
      path: "/dbs/\(names[0])/colls/\(names[1])/docs",
      headers: [
        "Content-Type": "application/query+json", "x-ms-documentdb-isquery": "true",
        "x-ms-documentdb-query-enablecrosspartition": "true", "x-ms-version": "2018-12-31",
        "x-ms-max-item-count": "100", "x-ms-documentdb-populatequerymetrics": "true",
      ], member: "Documents", example: "SELECT * FROM c")
  }

  private var users: Table {
    let databases = state.databases
    var table = Table(
      "users", title: "Users", group: "Users and permissions", key: "key",
      columns: [
        DataColumn("key"), DataColumn("database", link: "databases"), DataColumn("id"),
        DataColumn("_rid"),
      ],
      rows: DataRows(count: databases.reduce(0) { $0 + $1.users.count }) {
        databases.flatMap { database in
          database.users.map { user in
            let key = "\(database.id)/\(user.id)"
            var row: JSONObject = ["key": .string(key), "database": .string(database.id)]
            for member in user.json(in: database) { row[member.key] = member.value }
            return DataRow(key, row)
          }
        }
      })
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      let reader = StateParameters(row)
      let (database, id) = (try reader.string("database"), try reader.string("id"))
      guard key ?? "\(database)/\(id)" == "\(database)/\(id)" else {
        throw ProviderStateError("the key of this user is \"\(database)/\(id)\"")
      }
      _ = try CosmosStates(["database": .string(database), "user": .string(id)])
        .user(&backend.state, &moment)
      return "\(database)/\(id)"
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      for position in backend.state.databases.indices {
        let database = backend.state.databases[position].id
        backend.state.databases[position].users.removeAll { key.isExactly("\(database)/\($0.id)") }
      }
    }
    return table
  }

  private var permissions: Table {
    let state = state
    let count = state.databases.reduce(0) { sum, database in
      sum + database.users.reduce(0) { $0 + $1.permissions.count }
    }
    var table = Table(
      "permissions", title: "Permissions", group: "Users and permissions", key: "key",
      columns: [
        DataColumn("key"), DataColumn("user", link: "users"), DataColumn("id"),
        DataColumn("permissionMode"), DataColumn("resource"), DataColumn("resourcePartitionKey"),
      ],
      rows: DataRows(count: count) { Self.permissionRows(state) })
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      let reader = StateParameters(row)
      let (owner, id) = (try reader.string("user"), try reader.string("id"))
      let parts = owner.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, key ?? "\(owner)/\(id)" == "\(owner)/\(id)" else {
        throw ProviderStateError("\"user\" is the key of a user, such as \"mbaas/ada\"")
      }
      var parameters: JSONObject = [
        "database": .string(parts[0]), "user": .string(parts[1]), "permission": .string(id),
        "resource": .string(try reader.string("resource")),
        "mode": .string(try reader.string("permissionMode", default: "All")),
      ]
      parameters["partitionKey"] = row["resourcePartitionKey"]?[0]
      backend.state.removePermission("\(owner)/\(id)")
      _ = try CosmosStates(parameters).permission(&backend.state, &moment)
      return "\(owner)/\(id)"
    }
    table.remove = { key, backend, _ throws(ProviderStateError) in
      backend.state.removePermission(key)
    }
    return table
  }

  private static func permissionRows(_ state: CosmosState) -> [DataRow] {
    state.databases.flatMap { database in
      database.users.flatMap { user in
        user.permissions.map { permission in
          let owner = "\(database.id)/\(user.id)"
          let key = "\(owner)/\(permission.id)"
          var row: JSONObject = [
            "key": .string(key), "user": .string(owner), "id": .string(permission.id),
            "permissionMode": .string(permission.mode.text),
            "resource": .string(permission.resource), "_rid": .string(permission.rid.text),
            "_etag": .string(permission.tag), "_ts": .integer(permission.seconds),
          ]
          row["resourcePartitionKey"] = permission.partitionKey
          return DataRow(key, row)
        }
      }
    }
  }

  private static func columns(_ names: String...) -> [DataColumn] { columns(names) }

  private static func columns(_ names: [String]) -> [DataColumn] {
    names.filter { $0 != "id" || names.count == 1 }.map { DataColumn($0) }
  }
}

extension CosmosState {
  /// Returns the place of a container, given its name and the name of its database.
  fileprivate func place(
    _ names: (database: String, container: String)
  ) throws(ProviderStateError) -> Place {
    guard let database = position(ofDatabase: names.database),
      let container = databases[database].position(ofContainer: names.container)
    else { throw ProviderStateError("the container no longer exists") }
    return Place(database: database, container: container)
  }

  fileprivate mutating func removePermission(_ key: String) {
    for database in databases.indices {
      for user in databases[database].users.indices {
        let owner = "\(databases[database].id)/\(databases[database].users[user].id)"
        databases[database].users[user].permissions.removeAll {
          key.isExactly("\(owner)/\($0.id)")
        }
      }
    }
  }
}
