import CRUD
import Ghostlight
import GhostlightTesting
import Testing

@Test(.ghostlight(.mia())) func `CRUD finds what it created`() async throws {
  let crud = CRUD(
    basePath: "http://127.0.0.1:4402/v2", secret: "s3cr3t",
    environment: try TestContext.current.environment())
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
