import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// The features of the service's own definition files.
///
/// - Source: crud-service 7.2.5 (commit bd42789), tests/collectionDefinitions and
///   tests/newCollectionDefinitions.
@Suite struct `Features of definitions` {
  private static func seven() throws -> MiaProject { try MiaProject.lines(.seven) }

  @Test(arguments: [
    (
      #"{"name":"a","type":"view"}"#, #"type: is "view"; there are no views here, only collections"#
    ),
    (
      #"{"name":"a","source":"b"}"#,
      "source: belongs to a view; there are no views here, only collections"
    ),
    (
      #"{"name":"a","pipeline":[]}"#,
      "pipeline: belongs to a view; there are no views here, only collections"
    ),
    (
      #"{"name":"a","schema":{"properties":{"b":{"type":"text"}}}}"#,
      "schema.properties.b.type: expected array, boolean, integer, null, number, object or string, "
        + "found the string \"text\""
    ),
    (
      #"{"name":"a","schema":{"properties":{"b":{"type":"object","oneOf":[]}}}}"#,
      "schema.properties.b: Unsupported operation in jsonSchema: oneOf"
    ),
    (
      #"{"name":"a","schema":{"properties":{"b":{"type":"string","#
        + #""__mia_configuration":{"type":"Money"}}}}}"#,
      "schema.properties.b.__mia_configuration.type: expected ObjectId or GeoPoint, found the string "
        + "\"Money\""
    ),
    (
      #"{"name":"a","indexes":[{"type":"text","fields":["b"],"defaultLanguage":"klingon"}]}"#,
      "indexes[0].defaultLanguage: default_language is not valid: \"klingon\""
    ),
    (
      #"{"name":"a","indexes":[{"type":"text","fields":["b"],"weights":{"b":0}}]}"#,
      "indexes[0].weights.b: expected a number of at least 1, found the number 0"
    ),
  ])
  func `views and invalid features are refused in both lines`(
    _ text: String, _ message: String
  ) throws {
    let json = try #require(try JSON.parse(text).object)
    for isStrict in [true, false] {
      let error = #expect(throws: DefinitionError.self) {
        try CRUDDefinition(json, isStrict: isStrict)
      }
      #expect(error?.message == message)
    }
  }

  @Test func `version 7 accepts unknown members and names them, and version 6 refuses them`() throws
  {
    let definition: JSON = [
      "name": "odd", "shade": 1, "fields": [["name": "b", "type": "string", "hue": 2]],
      "indexes": [["field": "b", "sparse": true]],
    ]
    var project = MiaProject(MiaProject.seven)
    let results = try project.setUp("collection exists", ["definition": definition])
    let end = ": has no effect; the emulator does not know it"
    let warnings = ["shade", "fields[0].hue", "indexes[0].sparse"].map { $0 + end }
    #expect(
      results == [
        "collection": "odd", "warnings": .array(warnings.map(JSON.string)),
      ])
    #expect(project.backend.warnings == warnings.map { "odd: " + $0 })
    var older = MiaProject()
    #expect(throws: ProviderStateError.self) {
      try older.setUp("collection exists", ["definition": definition])
    }
  }

  @Test func `a collection's path may have several segments`() throws {
    var project = try Self.seven()
    #expect(project.run(.post, "/v2/internal/stock/bulk", [["name": "a"]]).hasPrefix("200 "))
    #expect(project.run(.get, "/v2/internal/stock/?_p=name").contains(#""name":"a""#))
    #expect(project.run(.get, "/v2/internal/stock/count") == "200 1")
    #expect(project.run(.get, "/v2/internal/count").hasPrefix("404 "))
    #expect(project.run(.get, "/v2/internal/stocks/").hasPrefix("404 "))
    #expect(
      project.send(Request(.get, "/v2/internal/stock", headers: [.secret: "wrong"])).status
        == .unauthorized)
  }

  @Test func `a document expires some seconds after its date`() throws {
    var project = try Self.seven()
    let now = project.moment.milliseconds
    let due = JSON.string(ISODate.format(milliseconds: now))
    for (name, date) in [("soon", due), ("late", "2030-01-01"), ("never", .none)]
      as [(String, JSON?)]
    {
      var body: JSONObject = ["name": .string(name)]
      body["due"] = date
      project.run(.post, "/v2/internal/stock/", .object(body))
    }
    func names() -> String {
      project.send(Request(.get, "/v2/internal/stock/?_p=name")).json?.array?
        .compactMap { $0["name"]?.string }.joined(separator: " ") ?? ""
    }
    project.wait(seconds: 59)
    #expect(names() == "soon late never")
    project.wait(seconds: 1)
    #expect(names() == "late never")
    #expect(project.run(.get, "/v2/internal/stock/count?_useEstimate=true") == "200 2")
  }

  @Test func `many expired documents are hidden at once, and removed by several requests`() throws {
    var project = try Self.seven()
    let due = JSON.string(ISODate.format(milliseconds: project.moment.milliseconds))
    let names = (0..<2_500).map { JSON.string("n\($0)") }
    let documents = names.map { JSON.object(["_id": $0, "name": $0, "due": due]) }
    func insert(_ documents: [JSON]) -> Int {
      let file = JSON.array(documents).text()
      return project.send(
        MiaRouteRow.upload(.post, "/v2/internal/stock/import", file, type: "application/json")
      ).status.code
    }
    #expect(insert(documents + [["name": "never"]]) == 201)
    project.wait(seconds: 60)
    let slot = try #require(project.backend.state.crud.position(of: "internal/stock"))
    func stored() -> Int { project.backend.state.crud.collections[slot].documents.count }
    #expect(stored() == 2_501)
    #expect(project.run(.get, "/v2/internal/stock/count") == "200 1")
    #expect(stored() == 1_501)
    #expect(insert([["_id": "n2499", "name": "n2499"]]) == 201)
    #expect(stored() == 501)
    #expect(project.run(.get, "/v2/internal/stock/count?_useEstimate=true") == "200 2")
    #expect(stored() == 2)
    let list = project.send(Request(.get, "/v2/internal/stock/?_p=name&_s=name"))
    #expect(list.json?.array?.map { $0["name"] ?? .null } == ["n2499", "never"])
  }

  /// - Source: crud-service 7.2.5 (commit bd42789), lib/createIndexes.js.
  @Test(arguments: [(true, [200, 200, 200, 409]), (false, [200, 409, 409, 409])])
  func `a partial index needs usePartialFilter`(_ isUsed: Bool, _ expected: [Int]) throws {
    var definition = try #require(MiaDefinitions.stock.object)
    var index = try #require(definition["indexes"]?.array?.first?.object)
    index["usePartialFilter"] = .bool(isUsed)
    definition["indexes"] = [.object(index)]
    var project = MiaProject(MiaProject.seven)
    try project.setUp("collection exists", ["definition": .object(definition)])
    let states: [JSON] = ["DRAFT", "DRAFT", "PUBLIC", "PUBLIC"]
    let found = states.map { state in
      project.send(
        MiaProject.request(.post, "/v2/internal/stock/", ["name": "n", "__STATE__": state])
      ).status.code
    }
    #expect(found == expected)
  }

  @Test func `a text index has weights, a language and a member that names another one`() throws {
    let options = TextIndexOptions(
      weights: [BytewiseString("name"): 3], language: .plain, override: "spoken")
    let plain = TextSearch(
      "houses", words: TextWords(), fields: ["name", "note"], language: .plain, options: options)
    func score(_ document: JSONObject) throws -> Double {
      try plain.score(document, within: .unlimited)
    }
    #expect(try score(["name": "old houses"]) == 2.25)
    #expect(try score(["note": "old houses"]) == 0.75)
    #expect(try score(["name": "old house"]) == 0)
    let english = TextSearch(
      "houses", words: TextWords(), fields: ["name"], options: options)
    #expect(try english.score(["name": "a house"], within: .unlimited) == 0)
    #expect(try english.score(["name": "a house", "spoken": "en"], within: .unlimited) == 3)
  }

  @Test func `distance yields to the default sorting, and a score does not`() throws {
    var project = MiaProject(MiaProject.seven)
    var definition = try #require(MiaDefinitions.plates.object)
    definition["defaultSorting"] = ["name": 1]
    try project.setUp("collection exists", ["definition": .object(definition)])
    for (name, place) in [("b", [1, 0]), ("a", [5, 0])] as [(String, JSON)] {
      project.run(.post, "/v2/plates/", ["name": .string(name), "position": place])
    }
    let near = MiaProject.query(
      "plates", #"{"position":{"$nearSphere":{"from":[0,0]}}}"#, "&_p=name")
    let names = project.send(Request(.get, near)).json?.array?.map { $0["name"] ?? .null }
    #expect(names == ["a", "b"])
  }

  @Test func `a document can be seeded as another program would store it`() throws {
    var project = try Self.seven()
    let id = "5e8ae13bb74dbf0011444ed9"
    let document: JSON = ["_id": .string(id), "name": 7, "age": "old"]
    let results = try project.setUp(
      "document exists", ["collection": "plates", "document": document, "asStored": true])
    #expect(results == ["id": .string(id), "document": document])
    #expect(project.run(.get, RequestTarget("/v2/plates/\(id)")) == #"404 {"error":"not found"}"#)
    #expect(
      project.run(.post, RequestTarget("/v2/plates/\(id)/state"), ["stateTo": "DELETED"]) == "204 ")
    #expect(
      project.run(.get, RequestTarget("/v2/plates/?_id=\(id)&_st=DELETED&_p=name,age"))
        == #"200 [{"_id":"\#(id)","name":7,"age":"old"}]"#)
    #expect(throws: ProviderStateError.self) {
      try project.setUp(
        "document exists", ["collection": "plates", "document": ["name": 1], "asStored": true])
    }
  }

  /// Test of the service: tests/httpInterface.patchById.special.test.js, *there is NO validation to
  /// prevent unset of required properties*.
  @Test(arguments: [CRUDCompatibility.six, .seven])
  func `a required member can be removed, and the response is the service's error`(
    _ line: CRUDCompatibility
  ) throws {
    var project = try MiaProject.lines(line)
    let target = RequestTarget("/v2/films/\(MiaDefinitions.up)")
    let refusal =
      #"500 {"statusCode":500,"error":"Internal Server Error","message":"\"grade\" is required!"}"#
    #expect(project.run(.patch, target, ["$unset": ["meta.grade": true]]) == refusal)
    #expect(project.run(.get, target) == refusal)
    let list = project.send(Request(.get, "/v2/films/?name=Up&_p=meta"))
    #expect(
      list.text
        == #"[{"_id":"\#(MiaDefinitions.up)","meta":{"nums":[5,7],"extra":"x","#
        + #""when":"2020-01-01T00:00:00.000Z"}}]"#)
  }

  /// - Source: fast-json-stringify 6, index.js and lib/serializer.js.
  @Test func `a read by id converts values of other types, and a list does not`() throws {
    var project = try Self.seven()
    let id = "5e8ae13bb74dbf0011444ed9"
    let stored: JSON = [
      "_id": .string(id), "__STATE__": "PUBLIC", "name": 7, "age": "44", "ok": "yes", "kind": .null,
      "price": .null, "meta": ["n": "3", "other": "x"], "info": ["n": "3"], "nums": [1],
    ]
    try project.setUp(
      "document exists", ["collection": "plates", "document": stored, "asStored": true])
    let fields = "_p=name,age,ok,kind,price,meta,info,nums"
    #expect(
      project.send(Request(.get, RequestTarget("/v2/plates/\(id)?\(fields)"))).text
        == #"{"_id":"\#(id)","name":"7","age":44,"ok":true,"kind":"","price":null,"#
        + #""meta":{"n":3},"info":{"n":"3"},"nums":[1]}"#)
    let list = project.send(Request(.get, RequestTarget("/v2/plates/?_id=\(id)&\(fields)")))
    #expect(list.json?.array?.first?["age"] == "44")
  }

  @Test func `an element without a required member is the service's error in a read by id`() throws
  {
    var project = try Self.seven()
    let target = RequestTarget("/v2/plates/\(MiaDefinitions.lid)")
    let body: JSON = ["$unset": ["parts.0.name": true]]
    #expect(
      project.run(.patch, target, body)
        == #"500 {"statusCode":500,"error":"Internal Server Error","#
        + #""message":"The value of '#/properties/parts' does not match schema definition."}"#)
  }

  /// Test of the service: tests/httpInterface.status.test.js.
  @Test(arguments: ["healthz", "ready", "check-up"])
  func `the status names the service's package`(_ route: String) throws {
    var project = try Self.seven()
    #expect(
      project.run(.get, RequestTarget("/-/\(route)"))
        == #"200 {"name":"@mia-platform/crud-service","version":"7.2.5","status":"OK"}"#)
  }
}
