import GhostlightContracts
import GhostlightCore

/// The provider states that several chapters use.
extension GivenState {
  /// Returns the provider state with the schema `name`, whose fields have the types in `fields`.
  static func schema(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    .state("schema exists", ["name": .string(name), "fields": .object(fields)])
  }

  /// Returns the provider state with a stored object that has the dates in `object`.
  static func object(_ schema: String, _ object: JSONObject) -> GivenState {
    .state("object exists", ["schema": .string(schema), "object": .object(object)])
  }

  /// Returns the provider state with a user whose password is `secret`, created at ``Sample/date``.
  static func user(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    var fields = fields
    fields["createddate"] = .integer(Sample.date)
    fields["lastmoddate"] = .integer(Sample.date)
    return .state(
      "user exists",
      ["username": .string(name), "password": "secret", "fields": .object(fields)])
  }

  /// Returns the provider state with a session, whose signature the state returns as
  /// `authorization`.
  ///
  /// The signature is for a request with this method and target.
  static func loggedIn(_ name: String, toSend method: String, _ target: String) -> GivenState {
    .state(
      "logged in",
      [
        "username": .string(name),
        "sign": ["method": .string(method), "target": .string(target)],
      ])
  }

  /// Returns the provider state with a user who is linked with the account to which `token`
  /// belongs.
  static func linked(_ name: String, _ network: String, _ token: String) -> GivenState {
    .state(
      "social account linked",
      ["username": .string(name), "network": .string(network), "token": .string(token)])
  }

  /// Returns the provider state with a device of a user.
  static func device(_ type: String, _ token: String, of user: String) -> GivenState {
    .state(
      "push token registered",
      ["type": .string(type), "token": .string(token), "user": .string(user)])
  }

  /// Returns the provider state that signs a request with the private key; the state returns the
  /// signature as `authorization`.
  static func privateKey(toSend method: String, _ target: String) -> GivenState {
    .state(
      "signed with the private key", ["method": .string(method), "target": .string(target)])
  }

  /// The provider state with a user schema that has an address for forgotten passwords, an age and
  /// friends.
  static let richUserSchema = GivenState.state(
    "schema exists",
    [
      "name": "user", "user": true,
      "fields": ["email": "forgotpassword", "age": "integer", "friends": "relationships[user]"],
    ])
}
