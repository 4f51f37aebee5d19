import GhostlightCore
import GhostlightEmulation

extension StackMobState {
  /// The state as a snapshot holds it: settings stay out, they come from the configuration.
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

  /// Reads what ``snapshot`` wrote, into a state with other settings perhaps.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(
    _ reader: SnapshotReader, isDevelopment: Bool, configuration: StackMobConfiguration
  ) throws(SnapshotProblem) {
    self.init(isDevelopment: isDevelopment, configuration: configuration)
    schemas = try Self.schemas(try reader.member("schemas"))
    for list in try reader.member("objects").members() {
      guard let schema = schemas[list.key] else { throw list.reader.problem("has no schema") }
      var collection = DocumentCollection()
      for element in try list.reader.elements() {
        let object = try element.object()
        guard let id = object[schema.primaryKey]?.string,
          collection.insert(object, forKey: id)
        else { throw element.problem("has no \(schema.primaryKey) of its own") }
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

  /// Schemas by name.
  static func schemas(_ reader: SnapshotReader) throws(SnapshotProblem) -> [String: Schema] {
    var schemas: [String: Schema] = [:]
    for entry in try reader.elements() {
      let schema = try Schema(entry)
      schemas[schema.name] = schema
    }
    return schemas
  }
}
