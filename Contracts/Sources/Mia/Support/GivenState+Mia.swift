import GhostlightContracts
import GhostlightCore

/// The preconditions that chapters share.
extension GivenState {
  /// A collection of the CRUD service; with `access` other than `secreted` if it says so.
  static func collection(_ definition: JSON, access: String? = nil) -> GivenState {
    var parameters: JSONObject = ["definition": definition]
    parameters["access"] = access.map(JSON.string)
    return .state("collection exists", parameters)
  }

  /// A document of the CRUD service as it stands there, metadata included.
  static func document(_ document: JSONObject, in collection: String = "plates") -> GivenState {
    .state(
      "document exists", ["collection": .string(collection), "document": .object(document)])
  }

  /// An item of the first generation.
  static func item(
    _ item: JSONObject, in collection: String = "picturedata", by creator: String = "public"
  ) -> GivenState {
    .state(
      "item exists",
      [
        "collection": .string(collection), "item": .object(item), "creator": .string(creator),
      ])
  }

  /// The access object of a collection of the first generation.
  static func access(_ rules: JSON, to collection: String = "picturedata") -> GivenState {
    .state("access rules exist", ["collection": .string(collection), "access": rules])
  }

  /// What the project is set to for this alone.
  static func settings(_ settings: JSONObject) -> GivenState {
    .state("project has settings", settings)
  }

  /// The service of the 7.x line.
  static let lineSeven = GivenState.settings(["crudCompat": 7])

  /// A user whose password is `first-password`.
  static func user(_ name: String, id: String, _ fields: JSONObject = [:]) -> GivenState {
    .state(
      "user exists",
      [
        "email": .string("\(name)@example.com"), "username": .string(name), "id": .string(id),
        "password": "first-password", "fields": .object(fields),
      ])
  }

  /// A session of a user, whose `${sid}` requests send.
  static func loggedIn(_ name: String) -> GivenState {
    .state("logged in", ["username": .string(name)])
  }
}
