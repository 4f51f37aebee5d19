import GhostlightContracts
import GhostlightCore

/// The provider states that several chapters use.
extension GivenState {
  /// Returns the state with a schema and its fields' types.
  static func schema(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    .state("schema exists", ["name": .string(name), "fields": .object(fields)])
  }

  /// Returns the state with an object; its dates are kept.
  static func object(_ schema: String, _ object: JSONObject) -> GivenState {
    .state("object exists", ["schema": .string(schema), "object": .object(object)])
  }

  /// Returns the state with a user whose password is `secret`, created at ``Sample/date``.
  static func user(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    var fields = fields
    fields["createddate"] = .integer(Sample.date)
    fields["lastmoddate"] = .integer(Sample.date)
    return .state(
      "user exists",
      ["username": .string(name), "password": "secret", "fields": .object(fields)])
  }

  /// Returns the state with a session; its `${authorization}` signs a request without rules for its
  /// body.
  static func loggedIn(_ name: String, toSend method: String, _ target: String) -> GivenState {
    .state(
      "logged in",
      [
        "username": .string(name),
        "sign": ["method": .string(method), "target": .string(target)],
      ])
  }

  /// Returns the state with a user whose linked account has this token.
  static func linked(_ name: String, _ network: String, _ token: String) -> GivenState {
    .state(
      "social account linked",
      ["username": .string(name), "network": .string(network), "token": .string(token)])
  }

  /// Returns the state with a device of a user.
  static func device(_ type: String, _ token: String, of user: String) -> GivenState {
    .state(
      "push token registered",
      ["type": .string(type), "token": .string(token), "user": .string(user)])
  }

  /// Returns the state in which the private key signs a request; its value is `${authorization}`.
  static func privateKey(toSend method: String, _ target: String) -> GivenState {
    .state(
      "signed with the private key", ["method": .string(method), "target": .string(target)])
  }

  /// The state with a user schema that has an address for forgotten passwords, an age and friends.
  static let richUserSchema = GivenState.state(
    "schema exists",
    [
      "name": "user", "user": true,
      "fields": ["email": "forgotpassword", "age": "integer", "friends": "relationships[user]"],
    ])
}
