import GhostlightCore
import GhostlightEmulation

/// What provider states do to objects, users and sessions.
extension StackMobBackend {
  mutating func storeObject(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let name = try parameters.string("schema")
    let body = try parameters.object("object", default: [:])
    let owner = try parameters.optionalString("owner")
    let caller = owner.map { Caller.user(name: $0, realm: "user") } ?? .anonymous
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      let schema = state.schema(name) ?? Schema(Schema.lowercased(name) ?? name)
      guard Schema.isName(schema.name) else { throw SchemaDefinition.badName(name) }
      return try Self.store(body, in: schema, caller, &state, &moment)
    }
  }

  mutating func storeUser(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    let password = try parameters.optionalString("password")
    var body = try parameters.object("fields", default: [:])
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      let schema = try Self.userSchema(schemaName, state)
      body[schema.primaryKey] = .string(name)
      if let password, let field = schema.passwordField { body[field] = .string(password) }
      _ = try Self.store(body, in: schema, .anonymous, &state, &moment)
      return ["username": .string(name)]
    }
  }

  mutating func logIn(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    let request = try parameters.optionalObject("sign")
      .map { sign throws(ProviderStateProblem) in try PresignedRequest(sign) }
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      let schema = try Self.userSchema(schemaName, state)
      guard let user = state.object(name, of: schema.name) else {
        throw Self.noUser(name)
      }
      state.sessions.endAll(userSchema: schema.name, userName: name)
      let answer = Self.startSession(of: user, named: name, in: schema, &state, &moment).json
      var result = JSONObject()
      for key in ["access_token", "mac_key", "refresh_token"] { result[key] = answer?[key] }
      if let request, let token = result["access_token"]?.string,
        let key = result["mac_key"]?.string
      {
        result["authorization"] = .string(
          request.authorization(accessToken: token, macKey: key, &moment))
      }
      return result
    }
  }

  /// Ends an access token, whose refresh token lives on (A29).
  mutating func expireAccessToken(
    _ parameters: StateParameters, _ moment: Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let token = try parameters.string("access_token")
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      guard state.sessions.expire(accessToken: token, at: moment) else {
        throw ProviderStateProblem("no session has this access token; use \"logged in\" first")
      }
      return [:]
    }
  }

  mutating func forgetPassword(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      let schema = try Self.userSchema(schemaName, state)
      guard var credentials = state.credentials[schema.name]?[name] else {
        throw Self.noUser(name)
      }
      let password = credentials.drawTemporaryPassword(&moment)
      state.credentials[schema.name]?[name] = credentials
      return ["temporary_password": .string(password)]
    }
  }

  func presign(
    _ parameters: JSONObject, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let version = try StateParameters(parameters).version()
    var signed = parameters
    signed["version"] = nil
    let keys = version == 0 ? configuration.developmentKeys : configuration.productionKeys
    return ["authorization": .string(try PresignedRequest(signed).authorization(keys, &moment))]
  }

  static func noUser(_ name: String) -> ProviderStateProblem {
    ProviderStateProblem("there is no user \"\(name)\"; use \"user exists\" first")
  }

  static func userSchema(
    _ name: String, _ state: StackMobState
  ) throws(ProviderStateProblem) -> Schema {
    guard let schema = state.schema(name), schema.isUserSchema else {
      throw ProviderStateProblem(
        "\"\(name)\" is no user schema; use \"schema exists\" with \"user\": true first")
    }
    return schema
  }

  /// Stores an object, in place of one that has its id.
  private static func store(
    _ body: JSONObject, in schema: Schema, _ caller: Caller, _ state: inout StackMobState,
    _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    do throws(Fault) {
      let context = WriteContext(caller, state)
      let creation = try ObjectCreation(body, in: schema, context, &moment)
      if state.object(creation.id, of: schema.name) != nil {
        state.remove(creation.id, from: schema)
      }
      state.store(creation, &moment)
      return ["id": .string(creation.id), "object": .object(creation.object)]
    } catch {
      throw ProviderStateProblem("\(schema.name) refuses the object: \(error.message)")
    }
  }
}
