public import GhostlightCore
public import GhostlightEmulation

extension StackMobBackend {
  /// The version of the format of ``snapshot``, which is stored with it.
  public static var snapshotVersion: Int { Int(SnapshotConversion.form) }

  /// The backend's state as JSON: both environments, the schemas of each production version, and
  /// the used nonces.
  public var snapshot: JSON {
    var versions = JSONObject()
    var production = production
    for version in deployed.keys.sorted() {
      let schemas = deployed[version] ?? [:]
      // Production can contain objects of a schema that the last deployed version does not have, so
      // the schemas of all versions are merged.
      production.schemas.merge(schemas) { present, _ in present }
      versions[String(version)] = .array(
        schemas.keys.sorted().compactMap { schemas[$0]?.snapshot })
    }
    return [
      "form": .integer(SnapshotConversion.form),
      "development": development.snapshot,
      "production": production.snapshot,
      "deployed": .object(versions),
      "nonces": replayGuard.snapshot,
    ]
  }

  /// Replaces the state with that of a ``snapshot``, which may have an older format.
  ///
  /// Settings from the configuration are unchanged.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member. The backend is unchanged
  ///   then.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(SnapshotConversion.upToDate(snapshot))
    let form = try reader.member("form")
    guard try form.integer() == SnapshotConversion.form else {
      throw form.error("is not a supported form")
    }
    let development = try StackMobState(
      try reader.member("development"), isDevelopment: true, configuration: configuration)
    let production = try StackMobState(
      try reader.member("production"), isDevelopment: false, configuration: configuration)
    var deployed: [Int: [String: Schema]] = [:]
    for entry in try reader.member("deployed").members() {
      guard let version = Int(entry.key), version > 0 else {
        throw entry.reader.error("is not an API version")
      }
      deployed[version] = try StackMobState.schemas(entry.reader)
    }
    replayGuard = try ReplayGuard(try reader.member("nonces"))
    self.development = development
    self.production = production
    self.deployed = deployed
  }
}

/// The conversion of snapshots in older formats to the current format.
enum SnapshotConversion {
  /// The number of the current format.
  static let form: Int64 = 2

  /// Returns a snapshot in the current format.
  ///
  /// Format 1 does not contain the format number, permissions, files and services. The result of
  /// converting it has open permissions, no files and no services.
  static func upToDate(_ snapshot: JSON) -> JSON {
    guard case .object(var object) = snapshot, object["form"] == nil,
      object["development"]?["files"] == nil
    else { return snapshot }
    object["form"] = .integer(form)
    for environment in ["development", "production"] {
      object[environment] = object[environment].map(environmentOfForm1)
    }
    if case .object(var versions) = object["deployed"] {
      for key in versions.keys { versions[key] = versions[key].map(schemasOfForm1) }
      object["deployed"] = .object(versions)
    }
    return .object(object)
  }

  private static func environmentOfForm1(_ environment: JSON) -> JSON {
    guard case .object(var object) = environment else { return environment }
    object["schemas"] = object["schemas"].map(schemasOfForm1)
    object["files"] = []
    object["socialAccounts"] = ["links": [], "tokens": []]
    object["customCode"] = []
    object["pushTokens"] = ["registered": [], "expired": []]
    object["roles"] = []
    return .object(object)
  }

  private static func schemasOfForm1(_ schemas: JSON) -> JSON {
    guard case .array(let elements) = schemas else { return schemas }
    return .array(
      elements.map { element in
        guard case .object(var schema) = element else { return element }
        schema["permissions"] = Permissions().snapshot
        return .object(schema)
      })
  }
}

extension StackMobState {
  /// The environment's state, without its settings, which belong to the configuration.
  var snapshot: JSON {
    var stored = JSONObject()
    for name in objects.keys.sorted() {
      stored.append(
        name,
        .array(objects[name]?.find(Query()).documents.map { .object($0.document) } ?? []))
    }
    var secrets = JSONObject()
    for name in credentials.keys.sorted() {
      guard let users = credentials[name] else { continue }
      var list = JSONObject()
      for user in users.keys.sortedByBytes {
        users[user].map { list.append(user, $0.snapshot) }
      }
      secrets.append(name, .object(list))
    }
    return [
      "schemas": .array(schemas.keys.sorted().compactMap { schemas[$0]?.snapshot }),
      "objects": .object(stored),
      "credentials": .object(secrets),
      "sessions": sessions.snapshot,
      "files": files.snapshot,
      "socialAccounts": socialAccounts.snapshot,
      "customCode": customCodeSnapshot,
      "pushTokens": pushTokens.snapshot,
      "roles": rolesSnapshot,
      "outbox": outbox.snapshot,
    ]
  }

  /// Creates a state from a ``snapshot``.
  ///
  /// The configuration may differ from that of the time when the snapshot was created.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(
    _ reader: SnapshotReader, isDevelopment: Bool, configuration: StackMobConfiguration
  ) throws(SnapshotError) {
    self.init(isDevelopment: isDevelopment, configuration: configuration)
    schemas = try Self.schemas(try reader.member("schemas"))
    for list in try reader.member("objects").members() {
      guard let schema = schemas[list.key] else { throw list.reader.error("has no schema") }
      let elements = try list.reader.array()
      var collection = DocumentCollection()
      let taken = try collection.insert(count: elements.count) { position throws(SnapshotError) in
        let object = try list.reader.object(position, of: elements)
        guard let id = object[schema.primaryKey]?.string else {
          throw list.reader.element(position).error("does not have \"\(schema.primaryKey)\"")
        }
        return (id, object)
      }
      if let taken {
        throw list.reader.element(taken).error(
          "has the same \"\(schema.primaryKey)\" as an object before it")
      }
      objects[list.key] = collection
    }
    for list in try reader.member("credentials").members() {
      var users = KeyedStore<Credentials>()
      for user in try list.reader.members() { users[user.key] = try Credentials(user.reader) }
      credentials[list.key] = users
    }
    sessions = try Sessions(try reader.member("sessions"))
    try restoreServices(reader)
    outbox = try Outbox(try reader.member("outbox"))
  }

  /// Returns the schemas in an array, keyed by name.
  static func schemas(_ reader: SnapshotReader) throws(SnapshotError) -> [String: Schema] {
    var schemas: [String: Schema] = [:]
    for entry in try reader.elements() {
      let schema = try Schema(entry)
      schemas[schema.name] = schema
    }
    return schemas
  }
}

extension StackMobState {
  /// The custom code methods and their names, as part of a snapshot.
  var customCodeSnapshot: JSON {
    .array(
      customCode.keys.map(\.text).sortedByBytes.compactMap { name in
        customCode[BytewiseString(name)].map { ["name": .string(name), "instance": $0.snapshot] }
      })
  }

  /// The roles and their members, as part of a snapshot.
  var rolesSnapshot: JSON {
    .array(
      roles.keys.map(\.text).sortedByBytes.map { name in
        let members = (roles[BytewiseString(name)] ?? []).map(\.text).sortedByBytes.map(JSON.string)
        return ["name": .string(name), "members": .array(members)]
      })
  }

  /// Restores files, social accounts, push tokens, custom code, roles and the outbox from a
  /// snapshot.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  mutating func restoreServices(_ reader: SnapshotReader) throws(SnapshotError) {
    files = try FileStore(try reader.member("files"))
    socialAccounts = try SocialAccounts(try reader.member("socialAccounts"))
    pushTokens = try PushTokens(try reader.member("pushTokens"))
    for method in try reader.member("customCode").elements() {
      let name = try method.member("name").string()
      customCode[BytewiseString(name)] = try CustomCodeInstance(try method.member("instance"))
    }
    for role in try reader.member("roles").elements() {
      var members: Set<BytewiseString> = []
      for member in try role.member("members").elements() {
        members.insert(BytewiseString(try member.string()))
      }
      roles[BytewiseString(try role.member("name").string())] = members
    }
  }
}
