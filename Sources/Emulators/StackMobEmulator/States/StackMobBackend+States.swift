public import GhostlightCore
public import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The provider states of objects, users and sessions.
extension StackMobBackend {
  mutating func storeObject(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let name = try parameters.string("schema")
    let body = try parameters.object("object", default: [:])
    let owner = try parameters.optionalString("owner")
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      let stored = try Self.store(body, of: name, owner: owner, &state, &moment)
      return ["id": .string(stored.creation.id), "object": .object(stored.creation.object)]
    }
  }

  /// Stores an object, or replaces the object with the same id.
  ///
  /// If the schema does not exist, it is created. An initial object of the configuration defines
  /// fields in production too, and replaces no other object.
  static func store(
    _ body: JSONObject, of name: String, owner: String?, from source: ObjectSource = .state,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(ProviderStateError) -> (creation: ObjectCreation, isNew: Bool) {
    let caller = try owner.map { owner throws(ProviderStateError) in
      try Self.owner(owner, state)
    }
    let schema = state.schema(name) ?? Schema(Schema.lowercased(name) ?? name)
    guard Schema.isName(schema.name) else { throw SchemaDefinition.badName(name) }
    return try store(
      body, in: schema, caller ?? .anonymous, from: source, &state, &moment)
  }

  /// Returns the user with this name as a caller.
  ///
  /// The name can have the form `<schema>/<name>` as in `sm_owner`; without a schema, it is `user`.
  private static func owner(
    _ text: String, _ state: StackMobState
  ) throws(ProviderStateError) -> Caller {
    let parts = text.parts(at: "/", maxSplits: 1).map { String($0) }
    guard parts.count == 2 else { return .user(name: text, realm: "user") }
    return .user(name: parts[1], realm: try userSchema(parts[0], state).name)
  }

  mutating func storeUser(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    let password = try parameters.optionalString("password")
    var body = try parameters.object("fields", default: [:])
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      let schema = try Self.userSchema(schemaName, state)
      body[schema.primaryKey] = .string(name)
      if let password, let field = schema.passwordField { body[field] = .string(password) }
      _ = try Self.store(body, in: schema, .anonymous, &state, &moment)
      return ["username": .string(name)]
    }
  }

  mutating func logIn(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    let request = try parameters.optionalObject("sign")
      .map { sign throws(ProviderStateError) in try PresignedRequest(sign) }
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
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

  /// Expires an access token; the session's refresh token stays valid.
  mutating func expireAccessToken(
    _ parameters: StateParameters, _ moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    let token = try parameters.string("access_token")
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      guard state.sessions.expire(accessToken: token, at: moment) else {
        throw ProviderStateError("no session has this access token; use \"logged in\" first")
      }
      return [:]
    }
  }

  mutating func forgetPassword(
    _ parameters: StateParameters, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
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
  ) throws(ProviderStateError) -> JSONObject {
    let version = try StateParameters(parameters).version()
    var signed = parameters
    signed["version"] = nil
    let keys = version == 0 ? configuration.developmentKeys : configuration.productionKeys
    return ["authorization": .string(try PresignedRequest(signed).authorization(keys, &moment))]
  }

  /// Returns the `Authorization` header field that a client would have sent at a moment.
  ///
  /// It is a MAC with the token in the request (A4), or a signature with the private key (A5).
  /// Returns `nil` if the request does not contain the field.
  public func authorization(for request: Request, at moment: Moment) -> String? {
    guard let field = request.value(of: .authorization) else { return nil }
    let authority = Authority(request.authority)
    let signed = PresignedRequest(request, authority)
    var moment = moment
    do throws(AuthorizationHeaderError) {
      if field.lowercased().hasPrefix("mac ") {
        let id = try MACAuthorization(parsing: field).id
        let session = [development, production].lazy.compactMap {
          $0.sessions.session(accessToken: id, at: moment)
        }.first
        // If the token has expired, the request is signed with an invalid key, so that the
        // signature cannot be verified.
        return signed.authorization(
          accessToken: id, macKey: session?.macKey ?? "ended", &moment)
      }
      let key = try OAuth1Authorization(parsing: field).consumerKey
      let keys = [configuration.developmentKeys, configuration.productionKeys]
      return keys.first { $0.publicKey == key }.map { signed.authorization($0, &moment) }
    } catch {
      return nil
    }
  }

  static func noUser(_ name: String) -> ProviderStateError {
    ProviderStateError("there is no user \"\(name)\"; use \"user exists\" first")
  }

  static func userSchema(
    _ name: String, _ state: StackMobState
  ) throws(ProviderStateError) -> Schema {
    guard let schema = state.schema(name), schema.isUserSchema else {
      throw ProviderStateError(
        at: .root(""),
        "\"\(name)\" is not a user schema; give it \"user\": true in \"schemas\"",
        "\"\(name)\" is not a user schema; use \"schema exists\" with \"user\": true first")
    }
    return schema
  }

  /// Stores an object, or replaces the object with the same id.
  private static func store(
    _ body: JSONObject, in schema: Schema, _ caller: Caller, from source: ObjectSource = .state,
    _ state: inout StackMobState, _ moment: inout Moment
  ) throws(ProviderStateError) -> (creation: ObjectCreation, isNew: Bool) {
    do throws(Fault) {
      let context = WriteContext(caller, state, definesFields: source != .state)
      let creation = try ObjectCreation(body, in: schema, context, &moment)
      let isNew = state.object(creation.id, of: schema.name) == nil
      if !isNew {
        guard source == .state else { return (creation, false) }
        state.remove(creation.id, from: schema)
      }
      state.store(creation, &moment, packs: source == .export)
      return (creation, isNew)
    } catch {
      throw ProviderStateError("\(schema.name) refuses the object: \(error.message)")
    }
  }
}

/// The source of an object that no client sent.
enum ObjectSource {
  /// A provider state.
  case state
  case configuration
  /// An export, whose objects are packed to save memory.
  case export
}

/// The parts of a request that a signature covers, for requests of contracts, which cannot sign.
///
/// A contract sends the signed host in the header field `Host`, so the signature is valid
/// regardless of the URL at which the emulator runs.
struct PresignedRequest {
  private let method: String
  private let target: String
  private let host: String
  private let port: Int
  private let scheme: String

  /// Parses an object with `method` and `target`, and optionally `host`, `port` and `scheme`.
  ///
  /// - Throws: An error with the name of the invalid member.
  init(_ parameters: JSONObject) throws(ProviderStateError) {
    let known = ["method", "target", "host", "port", "scheme"]
    if let other = parameters.keys.first(where: { !known.contains($0) }) {
      throw ProviderStateError(
        "a request to sign has no \"\(other)\"; it has: \(known.joined(separator: ", "))")
    }
    let reader = StateParameters(parameters)
    method = try reader.string("method")
    target = try reader.string("target")
    host = try reader.string("host", default: "api.stackmob.com")
    scheme = try reader.string("scheme", default: "http")
    let standard = scheme == "https" ? 443 : 80
    guard let port = parameters["port"] else {
      self.port = standard
      return
    }
    guard let number = port.integer, (1...65_535).contains(number) else {
      throw ProviderStateError("the parameter \"port\" must be a whole number up to 65535")
    }
    self.port = Int(number)
  }

  /// Creates the parts of a request that a signature covers, with the host in `authority`.
  init(_ request: Request, _ authority: Authority) {
    method = request.method.rawValue
    target = request.target.raw
    host = authority.host
    scheme = request.scheme
    port = authority.port(of: request.scheme)
  }

  /// Returns the `Authorization` header field of a logged-in user (A4).
  func authorization(accessToken: String, macKey: String, _ moment: inout Moment) -> String {
    MACSigner.sign(
      MACRequest(method: method, target: target, host: host, port: port),
      with: MACCredentials(id: accessToken, key: macKey), timestamp: moment.seconds,
      nonce: "n\(moment.number() % 10_000)"
    ).headerValue
  }

  /// Returns the `Authorization` header field of a caller with the private key (A5).
  func authorization(_ keys: StackMobKeys, _ moment: inout Moment) -> String {
    OAuth1Signer.sign(
      OAuth1Request(method: method, scheme: scheme, host: host, port: port, target: target),
      with: OAuth1Credentials(key: keys.publicKey, secret: keys.privateKey),
      timestamp: moment.seconds, nonce: "n\(moment.number())"
    ).headerValue()
  }
}
