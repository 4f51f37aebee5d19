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
      state.roles[name] = Set(members.map { "\(schema.name)/\($0)" })
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
    guard instance.fixture != nil || configuration.customCode[name] != nil else {
      throw ProviderStateProblem(
        "\"\(name)\" has no code in this process; give one of fixture, json, text and base64")
    }
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      state.customCode[name] = instance
      return [:]
    }
  }

  mutating func storeSocialToken(
    _ parameters: StateParameters
  ) throws(ProviderStateProblem) -> JSONObject {
    guard let network = SocialNetwork(rawValue: try parameters.string("network")) else {
      throw ProviderStateProblem("\"network\" must be facebook, twitter or gigya")
    }
    let token = try parameters.string("token")
    let account = try parameters.string("account", default: token)
    let info = try parameters.object("info")
    return try change(version: try parameters.version()) { state throws(ProviderStateProblem) in
      state.socialAccounts.remember(
        SocialToken(network: network, token: token, account: account, info: info))
      return ["token": .string(token), "account": .string(account)]
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
        throw ProviderStateProblem("no such token is registered; register it first")
      }
      state.pushTokens.expire(registration)
      return [:]
    }
  }
}
