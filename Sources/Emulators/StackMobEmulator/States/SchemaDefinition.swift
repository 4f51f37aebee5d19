import GhostlightCore
import GhostlightEmulation

/// Parses a schema definition, as the provider state `schema exists` and the configuration contain
/// it.
enum SchemaDefinition {
  /// Returns the schema that the parameters define.
  ///
  /// - Throws: An error with the name of the invalid parameter.
  static func read(_ parameters: JSONObject) throws(ProviderStateError) -> Schema {
    let reader = StateParameters(parameters)
    let name = try reader.string("name")
    guard Schema.isName(name) else {
      throw badName(name)
    }
    var schema = try reader.flag("user") ? userSchema(name, reader) : Schema(name)
    for member in try reader.object("fields", default: [:]) {
      guard Schema.isName(member.key), let text = member.value.string,
        let type = FieldType(text), type != .password
      else {
        throw ProviderStateError(
          at: .parameter("fields", member.key), problem(of: member),
          "the field \"\(member.key)\" has no type that exists: \(member.value.description)")
      }
      if let known = schema[member.key], known != type,
        !canBeAddress(member.key, type, in: schema)
      {
        throw ProviderStateError(
          at: .parameter("fields", member.key), "always has type \(known.name); leave it out",
          "the field \"\(member.key)\" always has type \(known.name); leave it out")
      }
      schema[member.key] = type
    }
    schema.permissions = try permissions(try reader.object("permissions", default: [:]))
    return schema
  }

  /// Returns whether `type` declares the user names in `field` as e-mail addresses (guide, Forgot
  /// Password).
  private static func canBeAddress(
    _ field: String, _ type: FieldType, in schema: Schema
  ) -> Bool {
    schema.isUserSchema && field == schema.primaryKey && type == .forgotPassword
  }

  /// The types that a field can have, for errors.
  private static let types = [
    "string", "integer", "float", "boolean", "array[string]", "geopoint", "binary",
    "forgotpassword", "relationship[schema]", "relationships[schema]",
  ]

  /// The levels that a permission can have, for errors.
  private static let levels =
    "open, loggedIn, owner, relationship[field], ownerRelationship[field], role[name], privateKey "
    + "or notAllowed"

  /// Returns the problem of a field whose name or type is not valid, in a configuration.
  private static func problem(of field: JSONObject.Member) -> String {
    guard Schema.isName(field.key) else {
      return "is not a valid field name: use lower-case letters, digits and underscore"
    }
    let list = types.joined(separator: ", ")
    guard let text = field.value.string else {
      return field.value.mismatch(expected: "a type of \(list)")
    }
    let near = NearestNames.names(to: text, in: types, limit: 1).first
    let meant = near.map { "did you mean \"\($0)\"? There are" } ?? "there are"
    return "\"\(text)\" is not a type; \(meant): \(list)"
  }

  private static func permissions(
    _ object: JSONObject
  ) throws(ProviderStateError) -> Permissions {
    var permissions = Permissions()
    for member in object {
      guard let verb = DataVerb(rawValue: member.key) else {
        let verbs = DataVerb.allCases.map(\.rawValue)
        throw ProviderStateError(
          at: .parameter("permissions", member.key), JSON.unknownMember(member.key, among: verbs),
          "there is no permission for \"\(member.key)\"; "
            + "there are: \(verbs.joined(separator: ", "))")
      }
      guard let permission = member.value.string.flatMap(Permission.init) else {
        throw ProviderStateError(
          at: .parameter("permissions", member.key), member.value.mismatch(expected: levels),
          "the permission to \(verb.rawValue) is not a valid level: "
            + member.value.description)
      }
      permissions[verb] = permission
    }
    return permissions
  }

  private static func userSchema(
    _ name: String, _ reader: StateParameters
  ) throws(ProviderStateError) -> Schema {
    let nameField = try reader.string("usernameField", default: "username")
    let passwordField = try reader.string("passwordField", default: "password")
    let taken = ["createddate", "lastmoddate", "sm_owner"]
    guard Schema.isName(nameField), Schema.isName(passwordField), nameField != passwordField,
      !taken.contains(nameField), !taken.contains(passwordField)
    else {
      throw ProviderStateError(
        at: .root(""),
        "\"usernameField\" and \"passwordField\" must be two names of fields that are free",
        "\"usernameField\" and \"passwordField\" must be two names of fields that are free")
    }
    return Schema(user: name, nameField: nameField, passwordField: passwordField)
  }

  static func badName(_ name: String) -> ProviderStateError {
    ProviderStateError(
      at: .parameter("name"),
      "\"\(name)\" is not a valid schema name: use lower-case letters, digits and underscore",
      "\"\(name)\" is not a valid schema name: use lower-case letters, digits and underscore")
  }
}
