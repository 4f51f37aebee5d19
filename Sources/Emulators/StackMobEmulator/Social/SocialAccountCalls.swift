import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What a logged-in user does with the linked account (A20): read it, post to it.
extension StackMobBackend {
  /// `get…UserInfo`: what the network tells about the account.
  static func socialInfo(about network: SocialNetwork) -> RouteHandler<StackMobState>.Reading {
    { call, state, moment throws(Fault) in
      let link = try linkedAccount(call, on: network, state)
      let info = try state.socialAccounts.info(about: link.account, on: network, call.budget)
      return .json(.ok, .object(info))
    }
  }

  /// `postFacebookMessage` and `twitterStatusUpdate`: the text goes into the outbox.
  static func postStatus(
    to network: SocialNetwork, parameter: String
  ) -> RouteHandler<StackMobState>.Changing {
    { call, state, moment throws(Fault) in
      let link = try linkedAccount(call, on: network, state)
      guard let text = try SocialForm(call)[parameter] else {
        throw .badRequest.because("the query lacks \(parameter)")
      }
      try call.budget.spend(bytes: text.utf8.count)
      state.outbox.post(
        .webhook, to: ["\(network.rawValue)/\(link.account)"],
        ["username": .string(link.userName), parameter: .string(text)], at: moment)
      return .json(.ok, [:])
    }
  }

  private static func linkedAccount(
    _ call: Call, on network: SocialNetwork, _ state: StackMobState
  ) throws(Fault) -> SocialLink {
    let schema = try state.knownSchema(call["schema"])
    let name = try signedIn(call, to: schema)
    guard let link = state.socialAccounts.link(ofUser: name, on: network, in: schema.name) else {
      throw .notAuthorized.because("\(name) is not linked with a \(network.title) account")
    }
    return link
  }
}
