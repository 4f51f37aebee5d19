import CRUD
import CRUDScenarios
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import MiaEmulator
import TestExecutors
import Testing

/// A Mia-Platform emulator with a collection of authors, and a `CRUD` instance connected to it.
struct Library: Sendable {
  let crud: CRUD
  let transport: Transport
  private let testStage: TestStage

  init(
    _ compatibility: CRUDCompatibility = .six, access: String = "secreted",
    surnamesDiffer: Bool = false
  ) throws {
    var project = MiaConfiguration()
    project.crudCompatibility = compatibility
    testStage = try TestStage([.mia(MiaBackend(project))], at: ScenarioRunner.opening)
    transport = .inProcess(try testStage.responder("mia"))
    crud = CRUD(
      basePath: "http://127.0.0.1:4402/v2", secret: project.secret, transport: transport)
    let authors = Given(
      "collection exists", ["definition": Self.authors(surnamesDiffer), "access": .string(access)])
    try testStage.setUp([authors], in: "mia")
  }

  /// Returns the collection's definition in the format that the service reads.
  private static func authors(_ surnamesDiffer: Bool) -> JSON {
    [
      "name": "author", "endpointBasePath": "/author", "defaultState": "DRAFT",
      "fields": [
        ["name": "name", "type": "string", "required": true],
        ["name": "surname", "type": "string", "required": false],
        ["name": "age", "type": "number", "required": false],
        ["name": "born", "type": "Date", "required": false, "nullable": true],
        ["name": "tags", "type": "Array", "required": false, "items": ["type": "string"]],
        [
          "name": "books", "type": "Array", "required": false,
          "items": [
            "type": "RawObject",
            "schema": [
              "properties": ["title": ["type": "string"], "pages": ["type": "number"]]
            ],
          ],
        ],
        ["name": "home", "type": "GeoPoint", "required": false],
        ["name": "info", "type": "RawObject", "required": false],
      ],
      "indexes": [
        [
          "name": "surname", "type": "normal", "unique": .bool(surnamesDiffer),
          "fields": [["name": "surname", "order": 1]],
        ],
        ["name": "home", "type": "geo", "field": "home"],
      ],
    ]
  }

  /// Registers a user and logs in, as `mkApp` would, and returns the session's id.
  func logIn() throws -> String {
    var secret: HTTPFields = [:]
    secret[try #require(HTTPField.Name("secret"))] = MiaConfiguration().secret
    let user: JSON = ["email": "jack@example.com", "password": "pw"]
    let answers = (["/users", "/users/login"] as [RequestTarget]).map {
      testStage.stage.respond(to: .json(.post, $0, user, headers: secret), by: "mia")
    }
    #expect(answers.map(\.status) == [.ok, .ok])
    return try #require(answers.last?.json?.object?["id"]?.string)
  }

  /// The method, target and response status of each request, in order.
  var calls: [String] {
    testStage.space.journal.map {
      "\($0.request.method.rawValue) \($0.request.target.raw) \($0.answer.response.status.code)"
    }
  }
}
