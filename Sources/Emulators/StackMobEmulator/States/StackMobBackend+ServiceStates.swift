import GhostlightCore
import GhostlightEmulation

/// What provider states do to roles, custom code, social tokens and push tokens.
extension StackMobBackend {
  mutating func storeRole(
    _ parameters: StateParameters
  ) throws(ProviderStateProblem) -> JSONObject {
    let name = try parameters.string("name")
    let schema = try parameters.string("schema", default: "user")
    let members = try parameters.strings("members")
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      let schema = try Self.userSchema(schema, state)
      state.roles[ExactText(name)] = Set(members.map { ExactText("\(schema.name)/\($0)") })
      return [:]
    }
  }

  mutating func storeCustomCode(
    _ parameters: StateParameters
  ) throws(ProviderStateProblem) -> JSONObject {
    let name = try parameters.string("name")
    guard !name.contains("/") else {
      throw ProviderStateProblem("\"\(name)\" is no name of a method: it is one segment of a path")
    }
    let instance = try CustomCodeDefinition.read(parameters)
    guard instance.fixture != nil || configuration.code(named: name) != nil else {
      throw ProviderStateProblem(
        "\"\(name)\" has no code in this process; give one of fixture, json, text and base64")
    }
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      state.customCode[ExactText(name)] = instance
      return [:]
    }
  }

  mutating func storeSocialToken(
    _ parameters: StateParameters
  ) throws(ProviderStateProblem) -> JSONObject {
    let network = try Self.network(parameters)
    let token = try parameters.string("token")
    let account = try parameters.string("account", default: token)
    let info = try parameters.object("info", default: [:])
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      state.socialAccounts.remember(
        SocialToken(network: network, token: token, account: account, info: info))
      return ["token": .string(token), "account": .string(account)]
    }
  }

  /// Links a user with the account that a token is for, whoever was linked with it before.
  mutating func linkSocialAccount(
    _ parameters: StateParameters
  ) throws(ProviderStateProblem) -> JSONObject {
    let schemaName = try parameters.string("schema", default: "user")
    let name = try parameters.string("username")
    let network = try Self.network(parameters)
    let token = try parameters.string("token")
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      let schema = try Self.userSchema(schemaName, state)
      guard state.object(name, of: schema.name) != nil else { throw Self.noUser(name) }
      let accounts = state.socialAccounts
      guard let account = accounts.account(of: token, on: network, state.configuration) else {
        throw ProviderStateProblem(
          "\(network.title) does not accept \"\(token)\"; use \"social token valid\" first")
      }
      if let other = accounts.link(ofAccount: account, on: network, in: schema.name) {
        state.socialAccounts.unlink(user: other.userName, on: network, in: schema.name)
      }
      state.socialAccounts.add(
        SocialLink(network: network, account: account, userSchema: schema.name, userName: name))
      return ["account": .string(account)]
    }
  }

  private static func network(
    _ parameters: StateParameters
  ) throws(ProviderStateProblem) -> SocialNetwork {
    guard let network = SocialNetwork(rawValue: try parameters.string("network")) else {
      throw ProviderStateProblem("\"network\" must be facebook, twitter or gigya")
    }
    return network
  }

  /// Registers a device, whoever had it before.
  mutating func registerPushToken(
    _ parameters: StateParameters, _ moment: Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let type = try parameters.string("type")
    let token = try parameters.string("token")
    let user = try parameters.string("user")
    guard let platform = PushPlatform(anyCase: type) else {
      throw ProviderStateProblem("\"type\" must be ios, androidgcm or android")
    }
    guard let device = PushDevice(platform, token: token) else {
      throw ProviderStateProblem("a \"token\" for ios must be 64 hexadecimal digits")
    }
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      state.pushTokens.add(
        PushRegistration(device: device, user: user, registered: moment.milliseconds))
      return [:]
    }
  }

  mutating func expirePushToken(
    _ parameters: StateParameters
  ) throws(ProviderStateProblem) -> JSONObject {
    let type = try parameters.string("type")
    let token = try parameters.string("token")
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      guard let platform = PushPlatform(anyCase: type),
        let device = PushDevice(platform, token: token),
        let registration = state.pushTokens[device]
      else {
        throw ProviderStateProblem(
          "no such token is registered; use \"push token registered\" first")
      }
      state.pushTokens.expire(registration)
      return [:]
    }
  }
}
