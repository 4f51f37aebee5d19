import GhostlightCore
import GhostlightEmulation

/// What one environment of an app holds: schemas, objects, users with all that is theirs.
struct StackMobState: Sendable {
  /// Whether schemas and fields are inferred (version 0).
  let isDevelopment: Bool
  var configuration: StackMobConfiguration
  /// By name.
  var schemas: [String: Schema] = ["user": Schema(user: "user")]
  /// By schema, documents by primary key.
  var objects: [String: DocumentCollection] = [:]
  /// By user schema, then user name.
  var credentials: [String: KeyedStore<Credentials>] = [:]
  var sessions = Sessions()
  /// The files of binary fields (A17).
  var files = FileStore()
  var socialAccounts = SocialAccounts()
  /// By the name of the method (A21).
  var customCode: [ExactText: CustomCodeInstance] = [:]
  var pushTokens = PushTokens()
  /// Members by the name of the role, as `sm_owner` names users (A23).
  var roles: [ExactText: Set<ExactText>] = [:]
  var outbox = Outbox()

  init(isDevelopment: Bool, configuration: StackMobConfiguration) {
    self.isDevelopment = isDevelopment
    self.configuration = configuration
  }

  /// The schema named in a path, which clients may spell in any case (A6).
  func schema(_ name: String) -> Schema? {
    schemas[name] ?? Schema.lowercased(name).flatMap { schemas[$0] }
  }

  /// The schema named in a path.
  ///
  /// - Throws: ``Fault/unknownSchema``.
  func knownSchema(_ name: String) throws(Fault) -> Schema {
    guard let schema = schema(name) else { throw .unknownSchema.filled(["name": name]) }
    return schema
  }

  /// A stored object.
  func object(_ id: String, of schema: String) -> JSONObject? { objects[schema]?[id] }
}
