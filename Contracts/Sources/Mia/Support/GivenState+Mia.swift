import GhostlightContracts
import GhostlightCore

/// The provider states that several chapters use.
extension GivenState {
  /// Returns the provider state with a collection of the CRUD service.
  ///
  /// If `access` is `nil`, the collection has the default access, `secreted`.
  static func collection(_ definition: JSON, access: String? = nil) -> GivenState {
    var parameters: JSONObject = ["definition": definition]
    parameters["access"] = access.map(JSON.string)
    return .state("collection exists", parameters)
  }

  /// Returns the provider state with a stored document of the CRUD service, including its metadata.
  static func document(_ document: JSONObject, in collection: String = "plates") -> GivenState {
    .state(
      "document exists", ["collection": .string(collection), "document": .object(document)])
  }

  /// Returns the provider state with the plate `alfa`, changed without checks.
  static func stored(_ changes: JSONObject) -> GivenState {
    var document = Plates.alfa
    for member in changes { document[member.key] = member.value }
    return .state(
      "document exists", ["collection": "plates", "document": .object(document), "asStored": true])
  }

  /// Returns the provider state with an item of the first generation.
  static func item(
    _ item: JSONObject, in collection: String = "picturedata", by creator: String = "public"
  ) -> GivenState {
    .state(
      "item exists",
      [
        "collection": .string(collection), "item": .object(item), "creator": .string(creator),
      ])
  }

  /// Returns the provider state that sets the access rules of a first-generation collection.
  static func access(_ rules: JSON, to collection: String = "picturedata") -> GivenState {
    .state("access rules exist", ["collection": .string(collection), "access": rules])
  }

  /// Returns the provider state that changes settings of the project, for one interaction.
  static func settings(_ settings: JSONObject) -> GivenState {
    .state("project has settings", settings)
  }

  /// The provider state in which the CRUD service behaves like version 7.
  static let lineSeven = GivenState.settings(["crudCompat": 7])

  /// Returns the provider state with a user whose password is `first-password`.
  static func user(_ name: String, id: String, _ fields: JSONObject = [:]) -> GivenState {
    .state(
      "user exists",
      [
        "email": .string("\(name)@example.com"), "username": .string(name), "id": .string(id),
        "password": "first-password", "fields": .object(fields),
      ])
  }

  /// Returns the provider state with a user's session, whose id the state returns as `sid`.
  static func loggedIn(_ name: String) -> GivenState {
    .state("logged in", ["username": .string(name)])
  }
}
