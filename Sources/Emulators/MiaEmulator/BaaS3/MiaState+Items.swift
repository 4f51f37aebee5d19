import GhostlightCore
import GhostlightEmulation

extension MiaState {
  /// The collection that users are items of.
  static let usersName = "users"

  /// A collection by name; empty where there is none.
  func items(_ name: String) -> ItemCollection {
    if name == Self.usersName { return accounts.users }
    return baas.collections[ExactText(name)] ?? ItemCollection()
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
