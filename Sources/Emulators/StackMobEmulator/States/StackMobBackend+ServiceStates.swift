import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The provider states of roles, custom code, social tokens and push tokens.
extension StackMobBackend {
  mutating func storeRole(
    _ parameters: StateParameters
  ) throws(ProviderStateError) -> JSONObject {
    let name = try parameters.string("name")
    let schema = try parameters.string("schema", default: "user")
    let members = try parameters.strings("members")
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      let schema = try Self.userSchema(schema, state)
      state.roles[BytewiseString(name)] = Set(
        members.map { BytewiseString("\(schema.name)/\($0)") })
      return [:]
    }
  }

  mutating func storeCustomCode(
    _ parameters: StateParameters
  ) throws(ProviderStateError) -> JSONObject {
    let name = try parameters.string("name")
    guard !name.contains("/") else {
      let problem = "\"\(name)\" is not a valid method name: it must be one segment of a path"
      throw ProviderStateError(at: .parameter("name"), problem, problem)
    }
    let instance = try CustomCodeDefinition.read(parameters)
    guard instance.fixture != nil || configuration.code(named: name) != nil else {
      throw ProviderStateError(
        "\"\(name)\" has no code in this process; give one of fixture, template, json, text, base64 and forward"
      )
    }
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      state.customCode[BytewiseString(name)] = instance
      return [:]
    }
  }

  mutating func storeSocialToken(
    _ parameters: StateParameters
  ) throws(ProviderStateError) -> JSONObject {
    let network = try Self.network(parameters)
    let token = try parameters.string("token")
    let account = try parameters.string("account", default: token)
    let info = try parameters.object("info", default: [:])
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      state.socialAccounts.remember(
        SocialToken(network: network, token: token, account: account, info: info))
      return ["token": .string(token), "account": .string(account)]
    }
  }

  /// Links a user to the account of a token, and removes the account's previous link.
  mutating func linkSocialAccount(
    _ parameters: StateParameters
  ) throws(ProviderStateError) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    let network = try Self.network(parameters)
    let token = try parameters.string("token")
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      let schema = try Self.userSchema(schemaName, state)
      guard state.object(name, of: schema.name) != nil else { throw Self.noUser(name) }
      let accounts = state.socialAccounts
      guard let account = accounts.account(of: token, on: network, state.configuration) else {
        throw ProviderStateError(
          "\(network.title) does not accept \"\(token)\"; use \"social token valid\" first")
      }
      state.socialAccounts.move(
        SocialLink(network: network, account: account, userSchema: schema.name, userName: name))
      return ["account": .string(account)]
    }
  }

  private static func network(
    _ parameters: StateParameters
  ) throws(ProviderStateError) -> SocialNetwork {
    guard let network = SocialNetwork(rawValue: try parameters.string("network")) else {
      throw ProviderStateError(
        at: .parameter("network"),
        (parameters.value("network") ?? .null).mismatch(expected: "facebook, twitter or gigya"),
        "\"network\" must be facebook, twitter or gigya")
    }
    return network
  }

  /// Registers a device for a user, and removes the device from its previous user.
  mutating func registerPushToken(
    _ parameters: StateParameters, _ moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    let type = try parameters.string("type")
    let token = try parameters.string("token")
    let user = try parameters.string("user")
    guard let platform = PushPlatform(anyCase: type) else {
      throw ProviderStateError("\"type\" must be ios, androidgcm or android")
    }
    guard let device = PushDevice(platform, token: token) else {
      throw ProviderStateError("a \"token\" for ios must be 64 hexadecimal digits")
    }
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      state.pushTokens.add(
        PushRegistration(device: device, user: user, registered: moment.milliseconds))
      return [:]
    }
  }

  mutating func expirePushToken(
    _ parameters: StateParameters
  ) throws(ProviderStateError) -> JSONObject {
    let type = try parameters.string("type")
    let token = try parameters.string("token")
    return try change(version: try parameters.version()) { state throws(ProviderStateError) in
      guard let platform = PushPlatform(anyCase: type),
        let device = PushDevice(platform, token: token),
        let registration = state.pushTokens[device]
      else {
        throw ProviderStateError(
          "no such token is registered; use \"push token registered\" first")
      }
      state.pushTokens.expire(registration)
      return [:]
    }
  }
}

/// Parses a custom code method, as the provider state `custom code exists` and the configuration
/// define it.
enum CustomCodeDefinition {
  /// The maximum time that a method can need to start, in seconds.
  private static let longestStart: Int64 = 1_000_000

  /// Returns the method that the parameters define.
  ///
  /// - Throws: An error with the name of the invalid parameter.
  static func read(_ reader: StateParameters) throws(ProviderStateError) -> CustomCodeInstance {
    let timeout = try reader.integer(
      "timeoutSeconds", CustomCodeProgram.timeouts, default: CustomCodeProgram.defaultTimeout)
    return CustomCodeInstance(
      fixture: try fixture(reader, timeout),
      startSeconds: try reader.integer("startSeconds", 0...longestStart, default: 0),
      startingCalls: try reader.integer("startingCalls", 0...longestStart, default: 0))
  }

  private static func fixture(
    _ reader: StateParameters, _ timeout: Int64
  ) throws(ProviderStateError) -> CustomCodeFixture? {
    let kinds = ["fixture", "template", "json", "text", "base64", "forward"]
    let given = kinds.filter { reader.value($0) != nil }
    guard given.count <= 1 else {
      throw ProviderStateError("give one of fixture, template, json, text, base64 and forward")
    }
    guard given.first == "forward" || reader.value("timeoutSeconds") == nil else {
      let problem = "applies only to \"forward\": leave it out"
      throw ProviderStateError(
        at: .parameter("timeoutSeconds"), problem, "\"timeoutSeconds\" " + problem)
    }
    switch given.first {
    case "forward": return .program(try program(reader, timeout))
    case "fixture": return try namedFixture(reader)
    case "template": return .template(try template(reader))
    case "json": return .answer(try answer(reader, reader.value("json")?.bytes ?? [], json))
    case "text":
      return .answer(try answer(reader, Array(try reader.string("text").utf8), "text/plain"))
    case "base64":
      guard let bytes = Base64.decode(try reader.string("base64")) else {
        throw ProviderStateError(
          at: .parameter("base64"), "is not valid base64",
          "the parameter \"base64\" is not valid base64")
      }
      return .answer(try answer(reader, bytes, "application/octet-stream"))
    default: return nil
    }
  }

  private static let json = "application/json; charset=utf-8"

  private static func namedFixture(
    _ reader: StateParameters
  ) throws(ProviderStateError) -> CustomCodeFixture {
    let name = try reader.string("fixture")
    for fixture in CustomCodeFixture.named where fixture.key == name { return fixture.value }
    let names = CustomCodeFixture.named.map(\.key).joined(separator: ", ")
    let problem = "no fixture is named \"\(name)\"; there are: \(names)"
    throw ProviderStateError(at: .parameter("fixture"), problem, problem)
  }

  private static func program(
    _ reader: StateParameters, _ timeout: Int64
  ) throws(ProviderStateError) -> CustomCodeProgram {
    for name in ["status", "contentType", "headers"] where reader.value(name) != nil {
      let problem = "does not apply to \"forward\", whose program sets it: leave it out"
      throw ProviderStateError(at: .parameter(name), problem, "\"\(name)\" " + problem)
    }
    let url = try reader.string("forward")
    do throws(CustomCodeProgram.Problem) {
      return try CustomCodeProgram(url: url, timeoutSeconds: timeout)
    } catch {
      throw ProviderStateError(
        at: .parameter("forward"), error.text, "the parameter \"forward\" " + error.text)
    }
  }

  private static func template(
    _ reader: StateParameters
  ) throws(ProviderStateError) -> CustomCodeTemplate {
    var template = CustomCodeTemplate(reader.value("template") ?? .null)
    try template.check()
    template.headers = try headers(reader)
    template.contentType = try reader.optionalString("contentType")
    template.status = try status(reader)
    try check(template.contentType ?? json)
    return template
  }

  private static func answer(
    _ reader: StateParameters, _ body: [UInt8], _ contentType: String
  ) throws(ProviderStateError) -> CustomCodeAnswer {
    let headers = try headers(reader)
    let type = try reader.string("contentType", default: contentType)
    try check(type)
    return CustomCodeAnswer(
      status: try status(reader), contentType: type, headers: headers, body: body)
  }

  private static func headers(
    _ reader: StateParameters
  ) throws(ProviderStateError) -> [FormField] {
    var headers: [FormField] = []
    for member in try reader.object("headers", default: [:]) {
      guard HTTPField.Name(member.key) != nil, let value = member.value.string,
        HTTPField.isValidValue(value)
      else {
        throw ProviderStateError(
          at: .parameter("headers", member.key),
          "is not a valid header field; give a name and a string that HTTP allows",
          "\"headers\" cannot hold the field \"\(member.key)\"")
      }
      headers.append(FormField(member.key, value))
    }
    return headers
  }

  private static func check(_ contentType: String) throws(ProviderStateError) {
    guard HTTPField.isValidValue(contentType) else {
      throw ProviderStateError(
        at: .parameter("contentType"), "is not a valid content type",
        "the parameter \"contentType\" is not a valid content type")
    }
  }

  private static func status(_ reader: StateParameters) throws(ProviderStateError) -> Int {
    Int(try reader.integer("status", 200...599, default: 200))
  }
}

extension StateParameters {
  /// Returns the API version in the parameters; 0 by default.
  ///
  /// - Throws: An error if it is not an integer from 0 to 1,000,000.
  func version() throws(ProviderStateError) -> Int {
    guard let value = value("version") else { return 0 }
    let range: ClosedRange<Int64> = 0...1_000_000
    guard let version = value.integer, range.contains(version) else {
      throw ProviderStateError(
        at: .parameter("version"), value.mismatch(expected: range.expectation()),
        "the parameter \"version\" must be a whole number from 0")
    }
    return Int(version)
  }
}
