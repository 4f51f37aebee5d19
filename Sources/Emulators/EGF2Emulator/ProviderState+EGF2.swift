import GhostlightCore
import GhostlightEmulation

/// The named preconditions: what only a back-end service could make.
extension EGF2Backend {
  static let providerStates = ProviderStateTable<EGF2State>(
    graphStates + accountStates + fileStates + configurationStates)

  static let graphStates: [ProviderState<EGF2State>] = [
    ProviderState(
      "object exists",
      parameters: [
        "object":
          "object: its fields with `object_type`; an `id` of its own if it has one; no rules"
          + " and edit modes apply, so that roles and other back-end objects can be made"
      ],
      results: ["id": "the object's id", "object": "the object with its defaults"]
    ) { (parameters, state, moment) throws(ProviderStateProblem) in
      try GraphStates(parameters).object(&state, &moment)
    },
    ProviderState(
      "edge exists",
      parameters: [
        "source": "string: the id of the object that has the edge",
        "edge": "string: the edge's name",
        "destination": "string: the id of the object it leads to",
      ],
      results: ["count": "how many links a page of the edge counts"]
    ) { (parameters, state, moment) throws(ProviderStateProblem) in
      try GraphStates(parameters).edge(&state, &moment)
    },
  ]

  static let accountStates: [ProviderState<EGF2State>] = [
    ProviderState(
      "user exists",
      parameters: [
        "email": "string: the address, which is unique",
        "password": "string: `password` unless given",
        "first_name": "string: `Mark` unless given", "last_name": "string: `Field` unless given",
        "date_of_birth": "string: `1990-01-01T00:00:00.001Z` unless given",
        "verified": "boolean: whether the address is verified; not unless given",
        "no_password": "boolean: whether the user may change a password they never had",
        "fields": "object: other fields of the user; none unless given",
      ],
      results: [
        "userId": "the user's id", "user": "the user",
        "verifyToken": "the token that verifies the address; only where it is not verified",
      ]
    ) { (parameters, state, moment) throws(ProviderStateProblem) in
      try AccountStates(parameters).user(&state, &moment)
    },
    ProviderState(
      "logged in",
      parameters: ["email": "string: the address of a user that exists"],
      results: [
        "token": "the session's token", "authorization": "`Bearer` and the token",
        "userId": "the user's id",
      ]
    ) { (parameters, state, moment) throws(ProviderStateProblem) in
      try AccountStates(parameters).session(&state, &moment)
    },
    ProviderState(
      "password forgotten",
      parameters: ["email": "string: the address of a user that exists"],
      results: ["resetToken": "the token that a new password can be set with"]
    ) { (parameters, state, moment) throws(ProviderStateProblem) in
      try AccountStates(parameters).resetToken(&state, &moment)
    },
    ProviderState(
      "mails cannot be sent",
      parameters: [
        "problem": "string: what the mailer says; an empty one lets mails go again"
      ]
    ) { (parameters, state, _) throws(ProviderStateProblem) in
      try AccountStates(parameters).mailProblem(&state)
    },
  ]
}
