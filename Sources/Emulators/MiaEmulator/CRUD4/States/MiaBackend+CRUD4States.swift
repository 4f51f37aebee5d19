import GhostlightCore
import GhostlightEmulation

/// The CRUD service's named preconditions.
extension MiaBackend {
  static let crudStates: [ProviderState<MiaState>] = [
    ProviderState(
      "collection exists",
      parameters: [
        "definition": "object in the service's own format; replaces a collection of its path",
        "access": "public, secreted or login, default secreted",
      ], results: ["collection": "its path below /v2"]
    ) { parameters, state, _ throws(ProviderStateProblem) in
      try CRUDStates(parameters).collection(&state)
    },
    ProviderState(
      "document exists",
      parameters: [
        "collection": "string: path or name of the collection",
        "document": "object, as a client would send it; perhaps with _id, creatorId, createdAt, "
          + "updaterId and updatedAt",
      ], results: ["id": "its _id", "document": "the stored document"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try CRUDStates(parameters).document(&state, &moment)
    },
    ProviderState(
      "collection is empty", parameters: ["collection": "string: path or name of the collection"]
    ) { parameters, state, _ throws(ProviderStateProblem) in
      try CRUDStates(parameters).clear(&state)
    },
    ProviderState(
      "project has settings",
      parameters: [
        "crudCompat": "6 or 7: the line of the CRUD service",
        "requiresValidation": "boolean: whether users must have validated their address",
        "secret": "string", "checksSecret": "boolean", "maximumLimit": "integer",
        "defaultLimit": "integer",
      ]
    ) { parameters, state, _ throws(ProviderStateProblem) in
      do throws(ConfigurationProblem) { try state.set(parameters) } catch {
        throw ProviderStateProblem("the settings are wrong: \(error)")
      }
      return [:]
    },
  ]
}
