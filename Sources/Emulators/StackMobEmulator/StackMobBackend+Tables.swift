import GhostlightCore
public import GhostlightEmulation
import GhostlightSigning

/// The tables of a data browser like StackMob's dashboard: schemas, objects, users with their
/// sessions, roles, files and devices.
///
/// If a production version is deployed, the tables of production come after those of development.
extension StackMobBackend {
  /// The tables of development and, if a version is deployed, of production.
  public var dataTables: [DataTable<StackMobBackend>] {
    let latest = deployed.keys.max()
    return EnvironmentTables(development, version: 0).all
      + (latest.map { EnvironmentTables(production, version: $0).all } ?? [])
  }
}

/// The tables of one environment.
private struct EnvironmentTables: Sendable {
  private typealias Table = DataTable<StackMobBackend>

  private let state: StackMobState
  /// The API version of the environment; 0 for development.
  private let version: Int

  init(_ state: StackMobState, version: Int) {
    self.state = state
    self.version = version
  }

  var all: [DataTable<StackMobBackend>] {
    let schemas = state.schemas.values.sorted { $0.name < $1.name }
    let users = schemas.filter(\.isUserSchema)
    return [definitions(schemas)] + schemas.filter { !$0.isUserSchema }.map(objects)
      + users.map(self.users) + [sessions, roles, files, devices]
  }

  /// Returns the name of a table, which has a prefix in production.
  private func name(_ name: String) -> String { version == 0 ? name : "production:" + name }

  private func group(_ name: String) -> String { version == 0 ? name : name + " in production" }

  /// Returns an edit that calls `body` with the state of the environment.
  private static func change(
    _ version: Int,
    _ body:
      @escaping @Sendable (
        String, inout StackMobState, inout Moment
      ) throws(ProviderStateError) -> JSONObject
  ) -> DataAction<StackMobBackend>.Perform {
    { key, backend, moment throws(ProviderStateError) in
      var next = moment
      let values = try backend.change(version: version) { state throws(ProviderStateError) in
        try body(key, &state, &next)
      }
      moment = next
      return values
    }
  }

  private static func removal(
    _ version: Int, _ body: @escaping @Sendable (String, inout StackMobState) -> Void
  ) -> DataTable<StackMobBackend>.Remove {
    { key, backend, _ throws(ProviderStateError) in
      try backend.change(version: version) { state throws(ProviderStateError) in
        body(key, &state)
      }
    }
  }

  // MARK: Schemas and objects

  private func definitions(_ schemas: [Schema]) -> Table {
    Table(
      name("schemas"), title: "Schemas", group: group("Objects"), key: "name",
      columns: ["name", "primaryKey", "fields"].map { DataColumn($0) },
      rows: DataRows(count: schemas.count) {
        schemas.map { schema in
          let fields = schema.fields.reduce(into: JSONObject()) {
            $0.append($1.name, .string($1.type.name))
          }
          return DataRow(
            schema.name,
            [
              "name": .string(schema.name), "primaryKey": .string(schema.primaryKey),
              "user": .bool(schema.isUserSchema), "fields": .object(fields),
              "permissions": schema.permissions.snapshot,
            ])
        }
      })
  }

  private func objects(of schema: Schema) -> Table {
    var table = Table(
      name("objects:" + schema.name), title: schema.name, group: group("Objects"),
      key: schema.primaryKey, columns: columns(of: schema),
      rows: DataRows(state.objects[schema.name] ?? DocumentCollection()))
    table.serverFields = Schema.systemFields.map(\.name)
    let (name, version) = (schema.name, version)
    table.put = { row, key, backend, moment throws(ProviderStateError) in
      var next = moment
      let id = try backend.change(version: version) { state throws(ProviderStateError) in
        try StackMobBackend.storeRow(row, key, of: name, &state, &next)
      }
      moment = next
      return id
    }
    table.remove = Self.removal(version) { key, state in
      if let schema = state.schemas[name] { state.remove(key, from: schema) }
    }
    return table
  }

  private func columns(of schema: Schema) -> [DataColumn] {
    schema.fields.compactMap { field in
      switch field.type {
      case .password: nil
      case .relationship(let target, _):
        DataColumn(field.name, link: self.name("objects:" + target))
      default: DataColumn(field.name)
      }
    }
  }

  // MARK: Users and sessions

  private func users(of schema: Schema) -> Table {
    let users = objects(of: schema)
    var table = Table(
      users.name, title: schema.name, group: group("Users and sessions"), key: users.key,
      columns: users.columns, rows: users.rows)
    (table.put, table.remove) = (users.put, users.remove)
    table.serverFields = users.serverFields
    let (version, name) = (version, schema.name)
    table.actions = [
      DataAction("log in", title: "Log in as") {
        key, backend, moment throws(ProviderStateError) in
        try backend.logIn(
          StateParameters(
            [
              "username": .string(key), "schema": .string(name),
              "version": .integer(Int64(version)),
            ]), &moment)
      },
      DataAction("forget password", title: "Forget the password") {
        key, backend, moment throws(ProviderStateError) in
        try backend.forgetPassword(
          StateParameters(
            [
              "username": .string(key), "schema": .string(name),
              "version": .integer(Int64(version)),
            ]), &moment)
      },
      DataAction(
        "new password", title: "New password",
        perform: Self.change(version) { key, state, moment throws(ProviderStateError) in
          guard state.credentials[name]?[key] != nil else {
            throw ProviderStateError("the user has no password, but an account of another service")
          }
          let password = moment.draw(.hexadecimal(12), named: "password")
          state.credentials[name]?[key]?.password = SaltedHash(password, salt: moment.drawSalt())
          return ["password": .string(password)]
        }),
    ]
    return table
  }

  private var sessions: Table {
    let sessions = state.sessions
    var table = Table(
      name("sessions"), title: "Sessions", group: group("Users and sessions"),
      key: "access_token",
      columns: [
        DataColumn("access_token"), DataColumn("user", link: name("objects:{schema}")),
        DataColumn("schema"), DataColumn("expires"), DataColumn("refresh_token"),
        DataColumn("mac_key"),
      ],
      rows: DataRows(count: sessions.count) {
        sessions.all.map { session in
          let refreshes = sessions.session(refreshToken: session.refreshToken) != nil
          return DataRow(
            session.accessToken,
            [
              "access_token": .string(session.accessToken), "user": .string(session.userName),
              "schema": .string(session.userSchema),
              "expires": .string(ISODate.format(milliseconds: session.expires)),
              "refresh_token": refreshes ? .string(session.refreshToken) : .null,
              "mac_key": .string(session.macKey),
            ])
        }
      })
    table.expiry = DataExpiry(at: "expires")
    table.remove = Self.removal(version) { key, state in
      for session in state.sessions.all where session.accessToken.isExactly(key) {
        state.sessions.end(session)
      }
    }
    table.actions = [
      DataAction(
        "expire", title: "Expire",
        perform: Self.change(version) { key, state, moment throws(ProviderStateError) in
          _ = state.sessions.expire(accessToken: key, at: moment)
          return [:]
        }),
      DataAction(
        "refresh", title: "Refresh",
        perform: Self.change(version) { key, state, moment throws(ProviderStateError) in
          try Self.refresh(key, &state, &moment)
        }),
    ]
    return table
  }

  /// Ends a session and starts a new one, as a client would by using the refresh token.
  private static func refresh(
    _ accessToken: String, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    guard let old = state.sessions.all.first(where: { $0.accessToken.isExactly(accessToken) }),
      let schema = state.schema(old.userSchema),
      let user = state.object(old.userName, of: schema.name)
    else { throw ProviderStateError("the user of this session no longer exists; revoke it") }
    state.sessions.end(old)
    let answer = StackMobBackend.startSession(
      of: user, named: old.userName, in: schema, &state, &moment
    ).json
    var values = JSONObject()
    for name in ["access_token", "mac_key", "refresh_token"] { values[name] = answer?[name] }
    return values
  }

  // MARK: Services

  private var roles: Table {
    let roles = state.roles
    var table = Table(
      name("roles"), title: "Roles", group: group("Users and sessions"), key: "name",
      columns: [DataColumn("name"), DataColumn("members")],
      rows: DataRows(count: roles.count) {
        roles.keys.map(\.text).sortedByBytes.map { name in
          let members = (roles[BytewiseString(name)] ?? []).map(\.text).sortedByBytes
          return DataRow(
            name, ["name": .string(name), "members": .array(members.map(JSON.string))])
        }
      })
    let version = version
    table.put = { row, key, backend, _ throws(ProviderStateError) in
      let reader = StateParameters(row)
      let name = try reader.string("name", default: key)
      let members = try reader.strings("members")
      for member in members where !member.contains("/") {
        throw ProviderStateError(
          "\"\(member)\" is not a valid member; name schema and user, as in \"user/ada\"")
      }
      try backend.change(version: version) { state throws(ProviderStateError) in
        state.roles[BytewiseString(name)] = Set(members.map { BytewiseString($0) })
      }
      return name
    }
    table.remove = Self.removal(version) { key, state in
      state.roles[BytewiseString(key)] = nil
    }
    return table
  }

  private var files: Table {
    let files = state.files
    return Table(
      name("files"), title: "Files", group: group("Files and devices"), key: "key",
      columns: [
        DataColumn("key"), DataColumn("id", link: name("objects:{schema}")), DataColumn("field"),
        DataColumn("name"), DataColumn("contentType"), DataColumn("bytes"),
      ],
      rows: DataRows(count: files.count) {
        files.all.map { entry in
          let key = "\(entry.schema)/\(entry.id)/\(entry.field)"
          return DataRow(
            key,
            [
              "key": .string(key), "schema": .string(entry.schema), "id": .string(entry.id),
              "field": .string(entry.field), "name": .string(entry.file.name),
              "contentType": .string(entry.file.contentType),
              "bytes": .integer(Int64(entry.file.bytes.count)),
            ])
        }
      })
  }

  private var devices: Table {
    let tokens = state.pushTokens
    var table = Table(
      name("devices"), title: "Devices", group: group("Files and devices"), key: "key",
      columns: ["key", "user", "type", "token", "registered"].map { DataColumn($0) },
      rows: DataRows(count: tokens.count) {
        tokens.all.map { registration in
          let device = registration.device
          let key = "\(device.platform.rawValue)/\(device.token)"
          return DataRow(
            key,
            [
              "key": .string(key), "user": .string(registration.user),
              "type": .string(device.platform.rawValue), "token": .string(device.token),
              "registered": .string(ISODate.format(milliseconds: registration.registered)),
            ])
        }
      })
    table.remove = Self.removal(version) { key, state in
      for registration in state.pushTokens.all
      where key.isExactly("\(registration.device.platform.rawValue)/\(registration.device.token)") {
        state.pushTokens.remove(registration.device)
      }
    }
    return table
  }
}

extension StackMobBackend {
  /// Stores an object with the contents of a row.
  ///
  /// The row is checked like an object that a client sends. The times and the owner come from the
  /// row or, if the row does not contain them, from the previous object.
  fileprivate static func storeRow(
    _ row: JSONObject, _ key: String?, of name: String, _ state: inout StackMobState,
    _ moment: inout Moment
  ) throws(ProviderStateError) -> String {
    guard let schema = state.schema(name) else {
      throw ProviderStateError("there is no schema \"\(name)\"")
    }
    var row = row
    if let key {
      guard row[schema.primaryKey] ?? .string(key) == .string(key) else {
        throw ProviderStateError("\"\(schema.primaryKey)\" of the row is not \"\(key)\"")
      }
      row[schema.primaryKey] = .string(key)
    }
    do throws(Fault) {
      let creation = try ObjectCreation(row, in: schema, WriteContext(.anonymous, state), &moment)
      guard let old = state.object(creation.id, of: schema.name) else {
        state.store(creation, &moment)
        if let owner = row["sm_owner"]?.string, !schema.isUserSchema {
          var object = creation.object
          object["sm_owner"] = .string(owner)
          state.replace(creation.id, in: creation.schema, with: object)
        }
        return creation.id
      }
      var object = creation.object
      if row["createddate"] == nil { object["createddate"] = old["createddate"] }
      object["sm_owner"] = schema.isUserSchema ? old["sm_owner"] : row["sm_owner"]
      state.replace(creation.id, in: creation.schema, with: object)
      state.files.add(creation.files)
      if let password = creation.password {
        state.credentials[schema.name]?[creation.id]?.password = SaltedHash(
          password, salt: moment.drawSalt())
      }
      return creation.id
    } catch {
      throw ProviderStateError("\(schema.name) refuses the object: \(error.message)")
    }
  }
}
