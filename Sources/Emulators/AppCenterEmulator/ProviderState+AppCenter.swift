import GhostlightCore
import GhostlightEmulation

/// The provider states of the token exchange: actions of App Center's portal and of an Azure
/// tenant.
extension AppCenterBackend {
  static let providerStates: ProviderStateTable<AppCenterState> = [
    ProviderState(
      "app exists",
      parameters: [
        "secret": "string, default \(AppCenterApp.defaultSecret)",
        "account": "string, default \(AppCenterApp.defaultAccount): the Cosmos account",
        "database": "string, default mbaas", "collection": "string, default appcenter",
      ], results: ["secret": "the App Secret"]
    ) { parameters, state, _ throws(ProviderStateError) in
      try AppCenterStates(parameters).app(&state)
    },
    ProviderState(
      "signed in",
      parameters: [
        "accountId": "string, default a drawn one", "seconds": "integer, default 3600",
        "claims": "object, default none: further claims",
      ],
      results: [
        "idToken": "the ID token", "accountId": "its account", "partition": "user-{accountId}",
        "authorization": "the Authorization field",
      ]
    ) { parameters, state, moment throws(ProviderStateError) in
      try AppCenterStates(parameters).signedIn(state, &moment)
    },
    ProviderState(
      "tokens live", parameters: ["seconds": "integer: the life of resource tokens from now on"]
    ) { parameters, state, _ throws(ProviderStateError) in
      state.tokenLifetimeSeconds = try AppCenterStates(parameters)
        .integer("seconds", AppCenterState.lifetimes)
      return [:]
    },
  ]
}

struct AppCenterStates {
  private let parameters: JSONObject

  init(_ parameters: JSONObject) { self.parameters = parameters }

  func app(_ state: inout AppCenterState) throws(ProviderStateError) -> JSONObject {
    let app = AppCenterApp(
      secret: try string("secret", default: AppCenterApp.defaultSecret),
      account: try string("account", default: AppCenterApp.defaultAccount),
      database: try string("database", default: "mbaas"),
      collection: try string("collection", default: "appcenter"))
    state.add(app)
    return ["secret": .string(app.secret)]
  }

  func signedIn(
    _ state: AppCenterState, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let id = try string("accountId", default: moment.draw(.uuid, named: "account"))
    let seconds = try integer("seconds", -1_000_000_000...1_000_000_000, default: 3600)
    var claims: JSONObject = [
      "oid": .string(id), "iat": .integer(moment.seconds),
      "exp": .integer(moment.seconds + seconds), "tfp": "B2C_1_signin",
    ]
    guard let more = (parameters["claims"] ?? [:]).object else {
      throw ProviderStateError("the parameter \"claims\" must be an object")
    }
    for claim in more { claims[claim.key] = claim.value }
    let token = IDToken.make(claims, secret: state.configuration.signingSecret)
    return [
      "idToken": .string(token), "accountId": .string(String(id.prefix(36))),
      "partition": .string("user-" + id.prefix(36)), "authorization": .string("Bearer " + token),
    ]
  }

  /// Returns a parameter that is an integer in a range; `fallback` if the parameter is missing.
  ///
  /// - Throws: An error if the parameter is invalid, or if it is missing and has no default.
  func integer(
    _ name: String, _ range: ClosedRange<Int64>, default fallback: Int64? = nil
  ) throws(ProviderStateError) -> Int64 {
    if parameters[name] == nil, let fallback { return fallback }
    guard let number = parameters[name]?.integer, range.contains(number) else {
      throw ProviderStateError(
        "the parameter \"\(name)\" must be a whole number from \(range.lowerBound) "
          + "to \(range.upperBound)")
    }
    return number
  }

  private func string(
    _ name: String, default fallback: String
  ) throws(ProviderStateError) -> String {
    guard let value = parameters[name] else { return fallback }
    guard let text = value.string, !text.isEmpty else {
      throw ProviderStateError("the parameter \"\(name)\" must be a string that is not empty")
    }
    return text
  }
}
