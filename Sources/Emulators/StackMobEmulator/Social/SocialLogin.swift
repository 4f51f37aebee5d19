import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of logins with accounts of social networks (A20).
///
/// The response is the same as for a login with a password (A19.2).
extension StackMobBackend {
  /// Returns the handler of `…AccessToken` and `…AccessTokenWithCreate`.
  ///
  /// If `creating` is `true`, the handler creates a user for an account that is not linked.
  static func socialLogin(
    with network: SocialNetwork, creating: Bool = false
  ) -> RouteHandler<StackMobState>.Changing {
    { call, state, moment throws(Fault) in
      let schema = try state.knownSchema(call["schema"])
      let form = try SocialForm(call)
      guard let account = form.account(on: network, state) else {
        throw .socialLoginFailed.withReason("\(network.title) refuses the token, or there is none")
      }
      if let link = state.socialAccounts.link(ofAccount: account, on: network, in: schema.name),
        let user = state.object(link.userName, of: schema.name)
      {
        try spendOnSession(of: link.userName, in: schema, call, state)
        return renewSession(of: user, named: link.userName, in: schema, &state, &moment)
      }
      guard creating else {
        throw .socialLoginFailed.withReason("no user is linked with this \(network.title) account")
      }
      let name = form.userName(in: schema, account: account)
      guard state.object(name, of: schema.name) == nil else {
        throw .socialLoginFailed.withReason("the name \(name) is taken by another user")
      }
      _ = try state.authorize(.create, on: schema, by: call.caller)
      try spendOnSession(of: name, in: schema, call, state)
      let user = try createUser(
        named: name, in: schema, call, linkedWith: account, on: network, &state, &moment)
      return renewSession(of: user, named: name, in: schema, &state, &moment)
    }
  }

  /// Returns the handler of `facebookLogin` and `twitterlogin` for OAuth1 clients (A19.6).
  ///
  /// The handler returns the user object with a session cookie.
  static func oauth1SocialLogin(
    with network: SocialNetwork
  ) -> RouteHandler<StackMobState>.Changing {
    { call, state, moment throws(Fault) in
      let schema = try state.knownSchema(call["schema"])
      guard call.caller == .administrator else {
        throw .notAuthorized.withReason(
          "this login is for calls signed with OAuth1", section: "A19.6")
      }
      guard let account = try SocialForm(call).account(on: network, state),
        let link = state.socialAccounts.link(ofAccount: account, on: network, in: schema.name),
        let user = state.object(link.userName, of: schema.name)
      else { throw .oauth1LoginFailed }
      try spendOnSession(of: link.userName, in: schema, call, state)
      let response = try answer(user, of: schema, call, state)
      return renewCookieSession(of: link.userName, in: schema, response, call, &state, &moment)
    }
  }
}

/// The handlers with which logged-in users read or post to the accounts that are linked to them
/// (A20).
extension StackMobBackend {
  /// Returns the handler of `get…UserInfo`, which returns what the network knows about the linked
  /// account.
  static func socialInfo(about network: SocialNetwork) -> RouteHandler<StackMobState>.Reading {
    { call, state, moment throws(Fault) in
      let link = try linkedAccount(call, on: network, state, moment)
      let info = try state.socialAccounts.info(about: link.account, on: network, call.budget)
      return .json(.ok, .object(info))
    }
  }

  /// Returns the handler of `postFacebookMessage` and `twitterStatusUpdate`.
  ///
  /// The posted text is added to the outbox.
  static func postStatus(
    to network: SocialNetwork, parameter: String
  ) -> RouteHandler<StackMobState>.Changing {
    { call, state, moment throws(Fault) in
      let link = try linkedAccount(call, on: network, state, moment)
      guard let text = try SocialForm(call)[parameter] else {
        throw .badRequest.withReason("the query does not have \(parameter)", section: "A20")
      }
      try call.budget.spend(bytes: text.utf8.count)
      state.outbox.post(
        .webhook, to: ["\(network.rawValue)/\(link.account)"],
        ["username": .string(link.userName), parameter: .string(text)], at: moment)
      return .json(.ok, [:])
    }
  }

  private static func linkedAccount(
    _ call: Call, on network: SocialNetwork, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> SocialLink {
    let schema = try state.knownSchema(call["schema"])
    let name = try signedIn(call, to: schema, state, moment)
    guard let link = state.socialAccounts.link(ofUser: name, on: network, in: schema.name) else {
      throw .notAuthorized.withReason(
        "\(name) is not linked with a \(network.title) account", section: "A20")
    }
    return link
  }
}
