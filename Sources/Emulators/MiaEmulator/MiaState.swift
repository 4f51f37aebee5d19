import GhostlightCore
import GhostlightEmulation

/// A project's state: the data of both generations, and the users that they share.
package struct MiaState: Sendable {
  private(set) var configuration: MiaConfiguration
  /// The settings that provider states have changed since the project was created, by member name.
  private(set) var settings: JSONObject = [:]
  var crud = CRUDState()
  var baas = BaaSState()
  var accounts = Accounts()
  /// The e-mails that the project would have sent.
  var outbox = Outbox()

  package init(_ configuration: MiaConfiguration) { self.configuration = configuration }

  /// Changes the project's settings, which have the names of the configuration section's members.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member. No setting is
  ///   changed then.
  mutating func set(_ settings: JSONObject) throws(ConfigurationError) {
    let reader = ConfigurationReader(.object(settings))
    try reader.allowOnly(MiaConfiguration.members)
    configuration = try MiaConfiguration(reader, changing: configuration)
    for member in settings { self.settings[member.key] = member.value }
  }
}

extension MiaState {
  /// The name of the BaaS collection whose items are the users.
  static let usersName = "users"

  /// Returns the BaaS collection with this name, or an empty collection if there is none.
  func items(_ name: String) -> ItemCollection {
    if name == Self.usersName { return accounts.users }
    return baas.collections[BytewiseString(name)] ?? ItemCollection()
  }

  /// Returns an item that the caller may see.
  ///
  /// For a file, `id` can also be the name under which the file is stored.
  ///
  /// - Throws: A refusal if there is no such item, or if the caller may not see it.
  func item(_ id: String, in name: String, _ scope: AccessScope) throws(Fault) -> JSONObject {
    let collection = items(name)
    var item = collection[id]
    if item == nil, name == BaaSState.filesName { item = collection.first("file", id) }
    guard let item else { throw .baasNotFound }
    guard scope.includes(item) else { throw .baasForbidden }
    return item
  }
}
