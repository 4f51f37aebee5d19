import CRUD
import Ghostlight
import GhostlightTesting
import Testing

@Test(.ghostlight(.mia())) func `CRUD finds what it created`() async throws {
  let crud = CRUD(environment: try TestContext.current.environment())
  _ = try TestContext.current.namespace.setUp(
    "collection exists", in: "mia",
    parameters: [
      "definition": [
        "name": "authors", "endpointBasePath": "/authors", "defaultState": "DRAFT",
        "fields": [["name": "name", "type": "string", "required": true]],
      ]
    ])
  try await crud.post(collection: "authors").async(object: ["name": "Italo"], state: .pub)
  #expect(try await crud.get(collection: "authors").async().isEmpty == false)
}
