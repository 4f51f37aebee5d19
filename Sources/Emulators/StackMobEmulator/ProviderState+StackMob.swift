import GhostlightCore
import GhostlightEmulation

/// StackMob's named preconditions: what its dashboard could do, and shortcuts for tests.
extension StackMobBackend {
  static let providerStates: ProviderStateTable<StackMobBackend> = [
    ProviderState(
      "schema exists",
      parameters: [
        "name": "string, lower case",
        "fields": "object of field name to type: string, integer, float, boolean, array[string], "
          + "geopoint, forgotpassword, relationship[schema], relationships[schema]",
        "user": "boolean, default false: a schema whose objects are users",
        "usernameField": "string, default username",
        "passwordField": "string, default password",
        "version": "integer, default 0",
      ]
    ) { parameters, backend, _ throws(ProviderStateProblem) in
      let schema = try SchemaDefinition.read(parameters)
      try backend.change(version: try StateParameters(parameters).version()) {
        state throws(ProviderStateProblem) in
        state.schemas[schema.name] = schema
      }
      return [:]
    },
    ProviderState(
      "version deployed", parameters: ["version": "integer from 1"]
    ) { parameters, backend, _ throws(ProviderStateProblem) in
      let version = try StateParameters(parameters).version()
      guard version > 0 else { throw ProviderStateProblem("\"version\" counts from 1") }
      backend.deploy(version: version)
      return [:]
    },
    ProviderState(
      "object exists",
      parameters: [
        "schema": "string", "object": "object, as a client would send it",
        "owner": "string, default none: a user's name", "version": "integer, default 0",
      ], results: ["id": "the primary key", "object": "the stored object"]
    ) { parameters, backend, moment throws(ProviderStateProblem) in
      try backend.storeObject(StateParameters(parameters), &moment)
    },
    ProviderState(
      "user exists",
      parameters: [
        "username": "string", "password": "string, default none",
        "schema": "string, default user", "fields": "object of further fields, default none",
        "version": "integer, default 0",
      ], results: ["username": "the name"]
    ) { parameters, backend, moment throws(ProviderStateProblem) in
      try backend.storeUser(StateParameters(parameters), &moment)
    },
    ProviderState(
      "logged in",
      parameters: [
        "username": "string", "schema": "string, default user", "version": "integer, default 0",
      ],
      results: [
        "access_token": "id of the MAC", "mac_key": "key of the MAC",
        "refresh_token": "for refreshToken",
      ]
    ) { parameters, backend, moment throws(ProviderStateProblem) in
      try backend.logIn(StateParameters(parameters), &moment)
    },
  ]
}
