import GhostlightCore
import GhostlightEmulation

/// A project: the collections of both generations, and the users they share.
package struct MiaState: Sendable {
  private(set) var configuration: MiaConfiguration
  /// What provider states have set since the project was made.
  private(set) var settings: JSONObject = [:]
  /// The collections of the CRUD service.
  var crud = CRUDState()
  /// The collections, files and rules of the first generation.
  var baas = BaaSState()
  /// Users and sessions, which both generations know.
  var accounts = Accounts()
  /// The mails that the project would have sent.
  var outbox = Outbox()

  package init(_ configuration: MiaConfiguration) { self.configuration = configuration }

  /// Sets the project otherwise, in the words of the configuration's section.
  ///
  /// - Throws: `ConfigurationError` with the place; nothing is set then.
  mutating func set(_ settings: JSONObject) throws(ConfigurationError) {
    let reader = ConfigurationReader(.object(settings))
    try reader.allowOnly(MiaConfiguration.members)
    configuration = try MiaConfiguration(reader, changing: configuration)
    for member in settings { self.settings[member.key] = member.value }
  }
}

extension MiaState {
  /// The collection that users are items of.
  static let usersName = "users"

  /// A collection by name; empty where there is none.
  func items(_ name: String) -> ItemCollection {
    if name == Self.usersName { return accounts.users }
    return baas.collections[BytewiseString(name)] ?? ItemCollection()
  }

  /// An item that a caller may see; a file is also found by the name it is stored under.
  ///
  /// - Throws: That there is none, or that it is somebody else's.
  func item(_ id: String, in name: String, _ scope: AccessScope) throws(Fault) -> JSONObject {
    let collection = items(name)
    var item = collection[id]
    if item == nil, name == BaaSState.filesName { item = collection.first("file", id) }
    guard let item else { throw .baasNotFound }
    guard scope.includes(item) else { throw .baasForbidden }
    return item
  }
}
