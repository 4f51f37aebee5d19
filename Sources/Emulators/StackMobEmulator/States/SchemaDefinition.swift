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
          "the field \"\(member.key)\" has no type that exists: \(member.value.description)")
      }
      if let known = schema[member.key], known != type,
        !canBeAddress(member.key, type, in: schema)
      {
        throw ProviderStateError(
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

  private static func permissions(
    _ object: JSONObject
  ) throws(ProviderStateError) -> Permissions {
    var permissions = Permissions()
    for member in object {
      guard let verb = DataVerb(rawValue: member.key) else {
        throw ProviderStateError(
          "there is no permission for \"\(member.key)\"; "
            + "there are: \(DataVerb.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      guard let permission = member.value.string.flatMap(Permission.init) else {
        throw ProviderStateError(
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
        "\"usernameField\" and \"passwordField\" must be two names of fields that are free")
    }
    return Schema(user: name, nameField: nameField, passwordField: passwordField)
  }

  static func badName(_ name: String) -> ProviderStateError {
    ProviderStateError(
      "\"\(name)\" is not a valid schema name: use lower-case letters, digits and underscore")
  }
}
