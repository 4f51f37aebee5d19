import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Cosmos' named preconditions: what a portal could do, and shortcuts for tests.
extension CosmosBackend {
  static let providerStates: ProviderStateTable<CosmosState> = [
    ProviderState(
      "database exists", parameters: ["database": "string"], results: ["rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      let database = try CosmosStates(parameters).database(&state, moment)
      return ["rid": .string(state.databases[database].rid.text)]
    },
    ProviderState(
      "container exists",
      parameters: [
        "database": "string, made where it is missing", "container": "string",
        "partitionKey": "string or array of strings: paths, default /PartitionKey",
        "definition": "object, default none: further members as POST …/colls takes them",
      ], results: ["rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      let place = try CosmosStates(parameters).container(&state, moment)
      return ["rid": .string(state[place].rid.text)]
    },
    ProviderState(
      "document exists",
      parameters: [
        "database": "string", "container": "string, made where it is missing",
        "partitionKey": "string or array of strings: paths, default /PartitionKey",
        "document": "object with an id, as a client would send it",
      ],
      results: ["document": "the stored document", "etag": "its entity tag", "rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try CosmosStates(parameters).document(&state, moment)
    },
    ProviderState(
      "user exists",
      parameters: ["database": "string, made where it is missing", "user": "string"],
      results: ["rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try CosmosStates(parameters).user(&state, &moment)
    },
    ProviderState(
      "permission exists",
      parameters: [
        "database": "string", "user": "string, made where it is missing", "permission": "string",
        "mode": "Read or All, default All", "resource": "string: dbs/{db}/colls/{coll}",
        "partitionKey": "the partition's key value, default none",
      ], results: ["token": "a resource token", "rid": "its _rid"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try CosmosStates(parameters).permission(&state, &moment)
    },
    ProviderState(
      "signed with the master key",
      parameters: [
        "method": "string", "target": "string: the path as sent",
        "date": "string, default the present: x-ms-date",
      ], results: ["authorization": "the Authorization field", "date": "x-ms-date"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try CosmosStates(parameters).sign(state, moment)
    },
    ProviderState(
      "resource token exists",
      parameters: [
        "database": "string", "container": "string", "mode": "Read or All, default All",
        "partitionKey": "the partition's key value", "seconds": "integer, default 3600",
      ], results: ["token": "its text", "authorization": "the Authorization field"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try CosmosStates(parameters).token(state, moment)
    },
  ]
}
