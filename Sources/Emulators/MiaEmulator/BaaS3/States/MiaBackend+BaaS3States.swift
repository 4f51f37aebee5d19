import GhostlightCore
import GhostlightEmulation

/// The named preconditions of the first generation; users and sessions are both generations'.
extension MiaBackend {
  static let baasStates: [ProviderState<MiaState>] = [
    ProviderState(
      "user exists",
      parameters: [
        "email": "string; a user who has it makes way", "password": "string, default password",
        "username": "string, default the email",
        "id": "string, default a drawn one; a user who has it makes way",
        "fields": "object of further fields, default none",
        "validated": "boolean, default false: whether the email address is",
      ], results: ["userId": "the id", "user": "the item"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try BaaSStates(parameters).user(&state, &moment)
    },
    ProviderState(
      "logged in", parameters: ["email": "string", "username": "string, in place of email"],
      results: ["sid": "the session id", "userId": "the id of the user"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try BaaSStates(parameters).session(&state, &moment)
    },
    ProviderState(
      "item exists",
      parameters: [
        "collection": "string, not users and files",
        "item": "object, as a client would send it; perhaps with an id: an item of it makes way",
        "creator": "string, default public: id of a user",
      ], results: ["id": "the id", "item": "the item"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try BaaSStates(parameters).item(&state, &moment)
    },
    ProviderState(
      "file exists",
      parameters: [
        "name": "string with an extension, which decides the type",
        "text": "string: the content", "base64": "string: the content's bytes",
        "root": "string, default http://127.0.0.1:4402: what locations start with",
        "creator": "string, default public: id of a user",
      ], results: ["id": "the item's id", "file": "the stored name", "location": "the URL"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try BaaSStates(parameters).file(&state, &moment)
    },
    ProviderState(
      "access rules exist",
      parameters: [
        "collection": "string",
        "access": "object of enabled, secreted, and read, create, update and delete, each an "
          + "object of users, groups and secreted",
      ]
    ) { parameters, state, _ throws(ProviderStateProblem) in
      try BaaSStates(parameters).access(&state)
    },
    ProviderState(
      "collection has no items", parameters: ["collection": "string, not users"]
    ) { parameters, state, _ throws(ProviderStateProblem) in
      try BaaSStates(parameters).clear(&state)
    },
  ]
}
