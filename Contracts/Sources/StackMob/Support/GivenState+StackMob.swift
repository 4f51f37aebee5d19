import GhostlightContracts
import GhostlightCore

/// The preconditions that chapters share.
extension GivenState {
  /// A schema with its fields' types.
  static func schema(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    .state("schema exists", ["name": .string(name), "fields": .object(fields)])
  }

  /// An object; what it says of its dates is kept.
  static func object(_ schema: String, _ object: JSONObject) -> GivenState {
    .state("object exists", ["schema": .string(schema), "object": .object(object)])
  }

  /// A user whose password is `secret`, created at ``Sample/date``.
  static func user(_ name: String, _ fields: JSONObject = [:]) -> GivenState {
    var fields = fields
    fields["createddate"] = .integer(Sample.date)
    fields["lastmoddate"] = .integer(Sample.date)
    return .state(
      "user exists",
      ["username": .string(name), "password": "secret", "fields": .object(fields)])
  }

  /// A session of a user, whose `${authorization}` signs a request without body rules.
  static func loggedIn(_ name: String, toSend method: String, _ target: String) -> GivenState {
    .state(
      "logged in",
      [
        "username": .string(name),
        "sign": ["method": .string(method), "target": .string(target)],
      ])
  }

  /// A user whose account is that of a token.
  static func linked(_ name: String, _ network: String, _ token: String) -> GivenState {
    .state(
      "social account linked",
      ["username": .string(name), "network": .string(network), "token": .string(token)])
  }

  /// A device of a user.
  static func device(_ type: String, _ token: String, of user: String) -> GivenState {
    .state(
      "push token registered",
      ["type": .string(type), "token": .string(token), "user": .string(user)])
  }

  /// The private key's `${authorization}` for a request.
  static func privateKey(toSend method: String, _ target: String) -> GivenState {
    .state(
      "signed with the private key", ["method": .string(method), "target": .string(target)])
  }

  /// The user schema with an address for forgotten passwords, an age and friends.
  static let richUserSchema = GivenState.state(
    "schema exists",
    [
      "name": "user", "user": true,
      "fields": ["email": "forgotpassword", "age": "integer", "friends": "relationships[user]"],
    ])
}
