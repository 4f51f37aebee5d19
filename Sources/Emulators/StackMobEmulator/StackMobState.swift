import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The state of one environment of an app: schemas, objects, users with their sessions, and
/// services.
struct StackMobState: Sendable {
  /// Whether schemas and fields are inferred (version 0).
  let isDevelopment: Bool
  var configuration: StackMobConfiguration
  /// The schemas by name.
  var schemas: [String: Schema] = ["user": Schema(user: "user")]
  /// The objects by schema, then by primary key.
  var objects: [String: DocumentCollection] = [:]
  /// The passwords by user schema, then by user name.
  var credentials: [String: KeyedStore<Credentials>] = [:]
  var sessions = Sessions()
  /// The files of binary fields (A17).
  var files = FileStore()
  var socialAccounts = SocialAccounts()
  /// The custom code by the name of the method (A21).
  var customCode: [BytewiseString: CustomCodeInstance] = [:]
  var pushTokens = PushTokens()
  /// The roles with their members, which are named in the same way as in `sm_owner` (A23).
  var roles: [BytewiseString: Set<BytewiseString>] = [:]
  var outbox = Outbox()

  init(isDevelopment: Bool, configuration: StackMobConfiguration) {
    self.isDevelopment = isDevelopment
    self.configuration = configuration
  }

  /// Returns the schema that a path names.
  ///
  /// Clients may spell it in any case (A6).
  func schema(_ name: String) -> Schema? {
    schemas[name] ?? Schema.lowercased(name).flatMap { schemas[$0] }
  }

  /// Returns the schema that a path names.
  ///
  /// - Throws: ``Fault/unknownSchema``.
  func knownSchema(_ name: String) throws(Fault) -> Schema {
    guard let schema = schema(name) else { throw .unknownSchema.filled(["name": name]) }
    return schema
  }

  func object(_ id: String, of schema: String) -> JSONObject? { objects[schema]?[id] }
}

/// The writes to the datastore.
///
/// All checks have been made before, so none of them fails.
extension StackMobState {
  mutating func store(
    _ creation: ObjectCreation, _ moment: inout Moment, printed: [UInt8]? = nil
  ) {
    let name = creation.schema.name
    adopt(creation.schema)
    objects[name, default: DocumentCollection()].insert(
      creation.object, forKey: creation.id, printed: printed)
    files.add(creation.files)
    guard creation.schema.isUserSchema else { return }
    let password = creation.password.map { SaltedHash($0, salt: moment.drawSalt()) }
    credentials[name, default: KeyedStore()][creation.id] = Credentials(password: password)
  }

  mutating func apply(_ update: ObjectUpdate, _ moment: inout Moment) {
    replace(update.id, in: update.schema, with: update.object)
    files.add(update.files)
    if let password = update.password {
      credentials[update.schema.name]?[update.id]?.password = SaltedHash(
        password, salt: moment.drawSalt())
    }
  }

  mutating func replace(_ id: String, in schema: Schema, with object: JSONObject) {
    adopt(schema)
    objects[schema.name]?.replace(object, forKey: id)
  }

  /// Removes an object with its files.
  ///
  /// A user is removed with passwords, sessions and devices.
  mutating func remove(_ id: String, from schema: Schema) {
    objects[schema.name]?.remove(id)
    files.removeAll(of: id, in: schema.name)
    guard schema.isUserSchema else { return }
    credentials[schema.name]?[id] = nil
    pushTokens.removeAll(of: id)
    socialAccounts.unlinkAll(user: id, in: schema.name)
    let owner = BytewiseString("\(schema.name)/\(id)")
    for role in roles.filter({ $0.value.contains(owner) }).keys { roles[role]?.remove(owner) }
    sessions.endAll(userSchema: schema.name, userName: id)
  }

  /// Returns the units of work for ``remove(_:from:)``.
  func workToRemove(_ id: String, from schema: Schema) -> Int {
    let work = 16 + files.count(of: id, in: schema.name)
    guard schema.isUserSchema else { return work }
    return work + 16 * pushTokens.count(of: id) + roles.count
      + 16 * sessions.count(userSchema: schema.name, userName: id)
  }

  /// Stores a schema if it is new or has new fields.
  mutating func adopt(_ schema: Schema) {
    if schemas[schema.name]?.revision != schema.revision { schemas[schema.name] = schema }
  }
}
