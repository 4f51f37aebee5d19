import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Search in EGF2` {
  private var world = SearchFixture.world

  private mutating func page(_ query: String) -> JSON {
    world.send(.get, "/v1/search?object=items&\(query)").json ?? .null
  }

  private mutating func names(_ query: String) -> [String] {
    (page(query)["results"]?.array ?? [])
      .map { $0["name"]?.string ?? "" }
  }

  @Test(
    arguments: SearchCase.text + SearchCase.filters + SearchCase.ranges + SearchCase.sorts)
  mutating func `a search finds the matching objects`(_ row: SearchCase) {
    let page = page(row.query)
    #expect(names(row.query) == row.names)
    #expect(page["count"] == .integer(Int64(row.names.count)))
  }

  @Test mutating func `a page of hits has the first and the last cursor`() {
    let expected: JSON = [
      "results": [world.get("/v1/graph/\(SearchFixture.id(1))")], "count": 2,
      "first": .string(SearchFixture.id(1)), "last": .string(SearchFixture.id(1)),
    ]
    #expect(page("q=tea&count=1") == expected)
    #expect(page("q=moon") == ["results": [], "count": 0])
    #expect(page("q=tea&count=0") == ["results": [], "count": 2])
  }

  @Test(arguments: [
    ("sort=age&count=2&after=-1", ["pot", "cup"]),
    ("sort=age&count=2&after=0", ["cup", "jug"]),
    ("sort=age&count=2&after=2", ["old"]),
    ("sort=age&after=3", []),
    ("sort=age&after=99999999999999999999999", []),
    ("sort=age(DESC)&after=\(SearchFixture.id(2))", ["pot", "old"]),
    ("after=\(SearchFixture.id(4))", []),
  ])
  mutating func `a search continues after a cursor`(_ query: String, _ names: [String]) {
    #expect(self.names(query) == names)
    #expect(page(query)["count"] == 4)
  }

  @Test mutating func `the example search of the reference finds the user`() {
    var world = GraphFixture(EGF2Configuration())
    let user = world.get("/v1/graph/me")
    let found = world.send(
      .get, "/v1/search?object=user&q=MARK&fields=first_name,last_name&count=10"
    ).json
    #expect(
      found == [
        "results": [user], "count": 1, "first": .string(world.markID),
        "last": .string(world.markID),
      ])
  }

  /// - Source: for users and files, EGF2/sync config.json, commit c322189.
  @Test(arguments: [
    ("object=post&q=hello", 1), ("object=post&filters=creator:%40", 0),
    ("object=user&filters=first_name:mark", 1), ("object=user&q=field&fields=last_name", 1),
    ("object=file&filters=standalone:true", 1),
    ("object=post&range=created_at:2017-01-20:2017-01-20", 2),
    ("object=post&range=created_at:2017-01-21:", 0), ("object=thing", 0),
  ])
  func `each type has a search index`(_ query: String, _ count: Int64) {
    var world = GraphFixture.world
    #expect(world.send(.get, "/v1/search?\(query)").json?["count"] == .integer(count))
  }

  @Test mutating func `a search can expand its results`() {
    var world = GraphFixture.world
    let user = world.get("/v1/graph/me")
    let page = world.get("/v1/search?object=post&q=hello&expand=creator,image")
    #expect(page["results"]?[0]?["creator"] == user)
    #expect(page["results"]?[0]?["image"]?["id"] == .string(GraphFixture.file))
  }

  @Test mutating func `a deleted object is no longer found`() {
    var world = GraphFixture.world
    #expect(world.get("/v1/search?object=post")["count"] == 2)
    world.send(.delete, "/v1/graph/\(GraphFixture.post)", as: world.mark)
    #expect(world.get("/v1/search?object=post")["count"] == 1)
  }

  @Test(
    arguments: [
      (
        ["indices": ["a": ["mapping": [:]]]],
        "$.elastic.indices.a: has no \"object_type\": name the type"
      ),
      (
        ["indices": ["a": ["object_type": "moon", "mapping": [:]]]],
        "$.elastic.indices.a.object_type: is not a type of \"graph\""
      ),
      (
        ["indices": ["a": ["object_type": "post", "mapping": ["b": ["type": "geo"]]]]],
        "$.elastic.indices.a.mapping.b.type: expected \"string\", \"integer\", \"boolean\" or"
      ),
    ] as [(JSON, String)])
  func `an invalid search index is refused`(_ elastic: JSON, _ message: String) {
    var file = GraphTypes.json.object ?? [:]
    file["elastic"] = elastic
    let error = #expect(throws: ConfigurationError.self) {
      try EGF2Configuration(.object(file))
    }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }
}
