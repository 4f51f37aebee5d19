import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// Test of the service: tap-snapshots/tests/getSchemas.test.js.test.cjs and
/// tests/httpInterface.getSchema.test.js of version 7.2.5 (commit bd42789).
@Suite struct `Schemas of collections` {
  private static let definition: JSON = [
    "name": "notes", "endpointBasePath": "/notes", "defaultState": "PUBLIC",
    "fields": [
      ["name": "_id", "type": "ObjectId", "required": true],
      ["name": "text", "type": "string", "required": true, "description": "What it says"],
      ["name": "day", "type": "Date", "nullable": true], ["name": "at", "type": "GeoPoint"],
      ["name": "tags", "type": "Array", "items": ["type": "string"]],
      [
        "name": "info", "type": "RawObject",
        "schema": ["properties": ["n": ["type": "number"]], "required": ["n"]],
      ],
    ],
  ]

  private static let date: JSON = [
    "type": "string", "example": "1997-04-24T07:00:00.000Z", "nullable": false,
  ]
  private static let properties: JSON = [
    "__STATE__": ["type": "string"], "creatorId": ["type": "string"], "createdAt": date,
    "updaterId": ["type": "string"], "updatedAt": date,
    "_id": [
      "type": "string",
      "description": "Hexadecimal identifier of the document in the collection",
      "pattern": #"^[a-fA-F\d]{24}$"#, "example": "000000000000000000000000",
    ],
    "text": ["type": "string", "description": "What it says"],
    "day": ["type": "string", "example": "1997-04-24T07:00:00.000Z", "nullable": true],
    "at": ["type": "array", "items": ["type": "number"]],
    "tags": [
      "type": ["array", "string"],
      "anyOf": [["type": "array", "items": ["type": "string"]], ["type": "string"]],
    ],
    "info": [
      "type": "object", "additionalProperties": true, "properties": ["n": ["type": "number"]],
      "required": ["n"],
    ],
  ]

  private static func project(_ line: CRUDCompatibility) throws -> MiaProject {
    var configuration = MiaConfiguration()
    configuration.crudCompatibility = line
    var project = MiaProject(configuration)
    try project.setUp("collection exists", ["definition": definition])
    return project
  }

  @Test func `a collection's schema has the service's form`() throws {
    var project = try Self.project(.seven)
    let schema: JSON = [
      "type": "object", "properties": Self.properties, "required": ["text"],
    ]
    #expect(project.run(.get, "/v2/notes/schema") == "200 " + schema.text())
    let all: JSON = [["name": "notes", "schema": schema]]
    #expect(project.run(.get, "/-/schemas") == "200 " + all.text())
    let lines = project.send(
      Request(.get, "/-/schemas", headers: [.accept: "application/x-ndjson"]))
    #expect(lines.text == (all[0]?.text() ?? "") + "\n")
  }

  @Test func `the schema of version 6 does not name required fields`() throws {
    var project = try Self.project(.six)
    let schema: JSON = ["type": "object", "properties": Self.properties]
    #expect(project.run(.get, "/v2/notes/schema") == "200 " + schema.text())
  }
}
