import GhostlightCore
import GhostlightEmulation

/// The exchange's named preconditions: what the portal could do, and what a tenant would answer.
extension AppCenterBackend {
  static let providerStates: ProviderStateTable<AppCenterState> = [
    ProviderState(
      "app exists",
      parameters: [
        "secret": "string, default \(AppCenterApp.defaultSecret)",
        "account": "string, default \(AppCenterApp.defaultAccount): the Cosmos account",
        "database": "string, default mbaas", "collection": "string, default appcenter",
      ], results: ["secret": "the App Secret"]
    ) { parameters, state, _ throws(ProviderStateProblem) in
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
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try AppCenterStates(parameters).signedIn(state, &moment)
    },
    ProviderState(
      "tokens live", parameters: ["seconds": "integer: the life of resource tokens from now on"]
    ) { parameters, state, _ throws(ProviderStateProblem) in
      state.tokenLifetimeSeconds = try AppCenterStates(parameters)
        .integer("seconds", AppCenterState.lifetimes)
      return [:]
    },
  ]
}
