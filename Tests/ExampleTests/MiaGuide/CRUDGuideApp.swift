import CRUD
import Ghostlight
import GhostlightClient
import GhostlightCore
import HTTPTypes
import MiaEmulator

/// The app of the guide, with its own instance and its own project in this process.
struct CRUDGuideApp: Sendable {
  let crud: CRUD
  private let stage: Stage

  /// Creates an app whose project has a collection of authors with the given documents.
  init(authors: [JSONObject] = []) throws {
    let stage = Stage(StageConfiguration(services: [.mia()]))
    self.stage = stage
    crud = CRUD(
      basePath: "http://127.0.0.1:4402/v2", secret: MiaConfiguration().secret,
      transport: .inProcess(
        Responder(name: "mia", immediate: { stage.respond(to: $0, by: "mia") })))
    try setUp(
      "collection exists",
      [
        "definition": [
          "name": "author", "endpointBasePath": "/author", "defaultState": "DRAFT",
          "fields": [
            ["name": "name", "type": "string", "required": true],
            ["name": "surname", "type": "string", "required": false],
            ["name": "age", "type": "number", "required": false],
          ],
        ]
      ])
    for author in authors { _ = try add(author) }
  }

  /// Adds an author to the collection and returns the id.
  func add(_ author: JSONObject) throws -> String {
    let stored = try setUp(
      "document exists", ["collection": "author", "document": .object(author)])
    return stored["id"]?.string ?? ""
  }

  /// Returns a stored author in any state.
  func author(_ id: String) throws -> JSONObject {
    let data = try crud.get(collection: "author").states(State.allCases).sync(id: id)
    return try JSON.parse(Array(data)).object ?? [:]
  }

  /// Returns the last received request.
  func lastRequest() throws -> Request? {
    try stage.namespace().journal.last?.request
  }

  @discardableResult
  private func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    try stage.namespace().setUp(state, in: "mia", parameters: parameters)
  }
}
