import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Mia configuration` {
  @Test func `the section mia of a configuration creates a project`() throws {
    let section: JSON = [
      "secret": "k", "crudCompat": 7, "maximumLimit": 50, "defaultLimit": 1,
      "collections": [
        [
          "name": "people", "endpointBasePath": "/persons", "defaultState": "PUBLIC",
          "fields": [["name": "name", "type": "string"]],
          "documents": [["name": "Ada"], ["name": "Bob"]],
        ]
      ],
    ]
    var backend = try MiaBackend(configuration: section, at: Moment(milliseconds: 0, seed: 1))
    let request = Request(.get, "/v2/persons/?_p=name", headers: [.secret: "k"])
    let response = backend.respond(to: request, at: Moment(milliseconds: 0, seed: 2))
    #expect(response.json?.array?.map { $0["name"] ?? .null } == ["Ada"])
  }

  @Test(arguments: [
    (#"{"nope":1}"#, "$.mia.nope: unknown member; there are: secret"),
    (
      #"{"definitions":"folder"}"#,
      "$.mia.definitions: names a folder, which the command line alone reads"
    ),
    (
      #"{"crudCompat":5}"#,
      "$.mia.crudCompat: expected a whole number from 6 to 7, found the number 5"
    ),
    (#"{"secret":""}"#, "$.mia.secret: expected a string that is not empty, found an empty string"),
    (
      #"{"collections":[{}]}"#,
      "$.mia.collections[0].name: is missing; give a string that is not empty"
    ),
    (
      #"{"collections":[{"name":"a","documents":[{"x":1}]}]}"#,
      "$.mia.collections[0].documents[0]: document must NOT have additional properties"
    ),
    (
      #"{"collections":[{"name":"a","fields":[{"name":"b","type":"c"}]}]}"#,
      "$.mia.collections[0].fields[0].type: expected ObjectId, string, number,"
    ),
  ])
  func `an invalid section is refused with the place`(_ section: String, _ problem: String) throws {
    let json = try JSON.parse(section)
    let error = #expect(throws: ConfigurationError.self) {
      try MiaBackend(configuration: json, at: Moment(milliseconds: 0, seed: 1))
    }
    #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
  }

  /// - Source: for the accepted members, crud-service 7.2.5 (commit bd42789),
  ///   lib/model.jsonschema.js; the words are the emulator's own.
  @Test(arguments: [
    (#"{}"#, "name: is missing; give a string that is not empty"),
    (#"{"name":"a","endpointBasePath":"/"}"#, "endpointBasePath: must be a path, such as"),
    (
      #"{"name":"a","defaultState":"X"}"#,
      "defaultState: expected PUBLIC, DRAFT, TRASH or DELETED, found"
    ),
    (#"{"name":"a","fields":[{}]}"#, "fields[0].name"),
    (#"{"name":"a","fields":[{"name":"b","type":"x"}]}"#, "fields[0].type"),
    (
      #"{"name":"a","fields":[{"name":"b","type":"Array","items":{"type":"x"}}]}"#,
      "fields[0].items.type"
    ),
    (
      #"{"name":"a","fields":[{"name":"b","type":"RawObject","schema":{"type":"x"}}]}"#,
      "fields[0].schema.type"
    ),
    (
      #"{"name":"a","fields":[{"name":"b","type":"string"},{"name":"b","type":"string"}]}"#,
      "fields[1]: defines"
    ),
    (#"{"name":"a","indexes":[{"type":"x"}]}"#, "indexes[0].type"),
    (#"{"name":"a","type":"view"}"#, #"type: is "view"; there are no views here"#),
    (#"{"name":"a","type":"table"}"#, #"type: expected "collection", found the string "table""#),
    (
      #"{"name":"a","feilds":[]}"#,
      #"feilds: unknown member; did you mean "fields"? There are: name, endpointBasePath, "#
    ),
    (
      #"{"name":"a","fields":[{"name":"b","type":"string","requierd":true}]}"#,
      #"fields[0].requierd: unknown member; did you mean "required"?"#
    ),
    (
      #"{"name":"a","fields":[{"name":"b","type":"Array","items":{"kind":"string"}}]}"#,
      "fields[0].items.kind: unknown member"
    ),
    (
      #"{"name":"a","fields":[{"name":"b","type":"RawObject","schema":{"properties":"#
        + #"{"c":{"multipleOf":1}}}}]}"#,
      "fields[0].schema.properties.c.multipleOf: unknown member"
    ),
    (#"{"name":"a","indexes":[{"field":"b","sparse":true}]}"#, "indexes[0].sparse: unknown member"),
    (
      #"{"name":"a","indexes":[{"field":"b","partialFilterExpression":"{"}]}"#,
      "indexes[0].partialFilterExpression: is not valid JSON"
    ),
    (
      #"{"name":"a","indexes":[{"field":"b","partialFilterExpression":{"c":{"$x":1}}}]}"#,
      "indexes[0].partialFilterExpression: Unsupported operator: $x"
    ),
    (#"{"name":"a","fields":{}}"#, "fields: expected an array, found an object"),
    (#"{"name":"a","fields":[7]}"#, "fields[0]: expected an object, found the number 7"),
    (
      #"{"name":"a","fields":[{"name":"b","type":"string","required":"yes"}]}"#,
      #"fields[0].required: expected true or false, found the string "yes""#
    ),
    (
      #"{"name":"a","fields":[{"name":"b","type":"RawObject","schema":{"required":["c",1]}}]}"#,
      "fields[0].schema.required[1]: expected a string, found the number 1"
    ),
    (#"{"name":"a","indexes":[{}]}"#, "indexes[0]: names no field"),
  ])
  func `an invalid definition is refused with a reason`(_ json: String, _ problem: String) throws {
    let object = try #require(try JSON.parse(json).object)
    let error = #expect(throws: DefinitionError.self) { try CRUDDefinition(object) }
    #expect(error?.message.hasPrefix(problem) == true, "\(error?.message ?? "")")
  }

  @Test func `defining a collection again removes its documents`() throws {
    var project = try MiaProject.library()
    try project.setUp("collection exists", ["definition": MiaDefinitions.author])
    #expect(project.run(.get, "/v2/author/count?_st=PUBLIC,DRAFT") == "200 0")
    try project.setUp("collection is empty", ["collection": "plates"])
    #expect(project.run(.get, "/v2/plates/") == "200 []")
    #expect(throws: ProviderStateError.self) {
      try project.setUp("document exists", ["collection": "nope", "document": [:]])
    }
  }

  /// - Source: crud-service 7.2.5 (commit bd42789), lib/createIndexes.js; `usePartialFilter` is needed.
  @Test(arguments: [
    JSON.object(["__STATE__": "PUBLIC"]), .string(#"{"__STATE__":{"$eq":"PUBLIC"}}"#),
  ])
  func `a partial index covers only the documents that its filter matches`(_ filter: JSON) throws {
    var project = try MiaProject.library()
    try project.setUp(
      "collection exists",
      [
        "definition": [
          "name": "seats", "defaultState": "PUBLIC", "fields": [["name": "n", "type": "number"]],
          "indexes": [
            [
              "unique": true, "field": "n", "usePartialFilter": true,
              "partialFilterExpression": filter,
            ]
          ],
        ]
      ])
    func insert(_ state: JSON) -> Int {
      project.send(
        MiaProject.request(.post, "/v2/seats/", ["n": 1, "__STATE__": state])
      ).status.code
    }
    let states: [JSON] = ["DRAFT", "DRAFT", "PUBLIC", "DRAFT", "PUBLIC"]
    #expect(states.map(insert) == [200, 200, 200, 200, 422])
  }

  @Test(
    arguments: [
      ([181, 0], 500), ([0, -90.5], 500), ([180, 90], 200), ([-180, -90, 1e6], 200),
    ] as [(JSON, Int)])
  func `a geographic index refuses coordinates that are out of range`(
    _ place: JSON, _ status: Int
  ) throws {
    var project = try MiaProject.library()
    let before = project.fingerprint
    let response = project.send(
      MiaProject.request(.post, "/v2/plates/", ["name": "moon", "position": place]))
    #expect(response.status.code == status)
    #expect((project.fingerprint == before) == (status == 500))
    if status == 500 {
      #expect(response.json?["message"]?.string?.contains("is out of bounds") == true)
    }
  }
}
