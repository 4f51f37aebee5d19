import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The state of one environment of an app: schemas, objects, users with their sessions, and
/// services.
struct StackMobState: Sendable {
  /// Whether the environment is development (version 0).
  let isDevelopment: Bool
  var configuration: StackMobConfiguration
  /// The schemas, keyed by name.
  var schemas: [String: Schema] = ["user": Schema(user: "user")]
  /// The objects of each schema, keyed by schema name.
  var objects: [String: DocumentCollection] = [:]
  /// The passwords, keyed by user schema and then by user name.
  var credentials: [String: KeyedStore<Credentials>] = [:]
  var sessions = Sessions()
  /// The files of binary fields (A17).
  var files = FileStore()
  var socialAccounts = SocialAccounts()
  /// The custom code methods, keyed by name (A21).
  var customCode: [BytewiseString: CustomCodeInstance] = [:]
  var pushTokens = PushTokens()
  /// The members of each role, keyed by role name; members are written as in `sm_owner` (A23).
  var roles: [BytewiseString: Set<BytewiseString>] = [:]
  var outbox = Outbox()

  /// Returns the schema with the name in a path, or `nil` if there is none.
  ///
  /// Clients may spell the name in any case (A6).
  func schema(_ name: String) -> Schema? {
    schemas[name] ?? Schema.lowercased(name).flatMap { schemas[$0] }
  }

  /// Returns the schema with the name in a path.
  ///
  /// - Throws: ``Fault/unknownSchema`` if there is none.
  func knownSchema(_ name: String) throws(Fault) -> Schema {
    guard let schema = schema(name) else { throw .unknownSchema.filled(["name": name]) }
    return schema
  }

  func object(_ id: String, of schema: String) -> JSONObject? { objects[schema]?[id] }

  /// Whether requests can create schemas and fields (A6.1).
  var infersSchemas: Bool { isDevelopment || configuration.infersSchemas }
}

/// Methods that write to the data store.
///
/// The caller must have made all checks, so none of these methods can fail.
extension StackMobState {
  mutating func store(
    _ creation: ObjectCreation, _ moment: inout Moment, printed: [UInt8]? = nil,
    packs: Bool = false
  ) {
    let name = creation.schema.name
    adopt(creation.schema)
    objects[name, default: DocumentCollection()].insert(
      creation.object, forKey: creation.id, printed: printed, packs: packs)
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

  /// Removes an object and its files.
  ///
  /// If the object is a user, the user's passwords, sessions and devices are removed too.
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

  /// Returns the units of work that ``remove(_:from:)`` needs.
  func workToRemove(_ id: String, from schema: Schema) -> Int {
    let work = 16 + files.count(of: id, in: schema.name)
    guard schema.isUserSchema else { return work }
    return work + 16 * pushTokens.count(of: id) + roles.count
      + 16 * sessions.count(userSchema: schema.name, userName: id)
  }

  /// Stores a schema if it is new or has been changed.
  mutating func adopt(_ schema: Schema) {
    if schemas[schema.name]?.revision != schema.revision { schemas[schema.name] = schema }
  }
}
