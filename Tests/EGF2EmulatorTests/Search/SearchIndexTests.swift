import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Search indexes of EGF2` {
  /// The type of schedules in the vendor's own file.
  ///
  /// - Source: EGF2/client-data config.json, commit 3df3187.
  private static let schedule: JSON = [
    "code": "Z7", "back_end_only": true, "volatile": true,
    "fields": ["listener": ["type": "string", "required": true, "edit_mode": "NE"]],
  ]

  /// Returns the fields of an index of a file without `elastic`, one in each string.
  private func fields(_ name: String) -> [String]? {
    var graph = EGF2Configuration.example["graph"]?.object ?? [:]
    graph["schedule"] = Self.schedule
    let configuration = GraphTypes.read(["graph": .object(graph)])
    let index = configuration.searchIndexes.first { $0.name == name }
    return index?.fields.map { field in
      let words = field.isAnalyzed ? " words" : ""
      return "\(field.name) < \(field.path.names.joined(separator: ".")): \(field.kind)\(words)"
        + (field.isWhole ? " whole" : "")
    }
  }

  /// - Source: EGF2/sync config.json, commit c322189; for `post`, protocol reference A13.
  @Test(
    arguments: [
      (
        "user",
        [
          "id < id: string whole", "first_name < name.given: string words",
          "last_name < name.family: string words", "email < email: string whole",
        ]
      ),
      (
        "file",
        [
          "id < id: string whole", "standalone < standalone: boolean words",
          "created_at < created_at: date words",
        ]
      ),
      ("schedule", ["id < id: string whole"]),
      (
        "customer_role",
        [
          "user < user: string words whole", "id < id: string words whole",
          "object_type < object_type: string words whole",
          "created_at < created_at: date words whole",
          "modified_at < modified_at: date words whole",
          "deleted_at < deleted_at: date words whole",
        ]
      ),
    ])
  func `a file without indexes has those of the sync service`(
    _ name: String, _ expected: [String]
  ) {
    #expect(fields(name) == expected)
  }

  private static func reason(_ index: String, _ field: String, _ fields: String) -> String {
    "the search index \"\(index)\" does not have the field \"\(field)\"; it has: \(fields); define "
      + "it in \"elastic\" of the configuration (EGF2 A13)"
  }

  private static let user = "id, first_name, last_name, email"
  private static let file = "id, standalone, created_at"

  /// - Source: as the indexes; a search engine finds nothing by a field that is not mapped, and has
  ///   no message.
  @Test(
    arguments: [
      ("object=user&q=mark&fields=first_name", 1, nil),
      ("object=user&filters=first_name:mark", 1, nil),
      ("object=user&q=Field&fields=first_name,last_name", 1, nil),
      ("object=user&filters=email:mark@example.com", 1, nil),
      ("object=user&q=example.com&fields=email", 0, nil),
      ("object=file&range=created_at:2017-01-20:2017-01-20", 1, nil),
      ("object=user&filters=name.given:mark", 0, reason("user", "name.given", user)),
      ("object=file&filters=mime_type:image%2Fjpeg", 0, reason("file", "mime_type", file)),
      ("object=user&q=mark&fields=moon,first_name", 1, reason("user", "moon", user)),
      ("object=user&range=moon:1:2,age:1:2", 0, reason("user", "moon", user)),
      ("object=user&filters=moon:!x", 2, reason("user", "moon", user)),
      ("object=user&sort=moon", 2, reason("user", "moon", user)),
      ("object=user&sort=%C3%A4", 2, reason("user", "\\u{e4}", user)),
    ] as [(String, Int64, String?)])
  func `a search names an unknown field in its reason`(
    _ query: String, _ count: Int64, _ reason: String?
  ) {
    var world = GraphFixture.world
    let answer = world.answer(
      GraphFixture.request(.get, "/v1/search?\(query)", as: world.mark))
    #expect(answer.response.json?["count"] == .integer(count))
    #expect(answer.response.headers[.ghostlightReason] == reason)
    #expect(answer.effect == .read)
  }

  /// The guide's own index, whose handler has become the member `sources`.
  ///
  /// - Source: EGF2/docs, _Guide.md, *Custom Index*, commit 3e4eaca.
  private static let postUser: JSON = [
    "mapping": [
      "id": ["type": "string", "index": "not_analyzed"], "combo": ["type": "string"],
    ],
    "sources": ["user": ["combo": ["name.given", "name.family"]], "post": ["combo": "text"]],
  ]

  private static func world(_ index: JSON) throws -> GraphFixture {
    var file = EGF2Configuration.example.object ?? [:]
    file["elastic"] = ["indices": ["post_user": index]]
    return GraphFixture(try EGF2Configuration(.object(file)))
  }

  /// - Source: as ``postUser``: the sample's handler stores the names of users and the texts of posts.
  @Test(
    arguments: [
      ("q=mark&fields=combo", "mark"), ("q=hill&fields=combo", "anna"),
      ("q=hello&fields=combo", "post"), ("q=again%20anna", "second anna"),
      ("q=nobody", ""), ("filters=combo:field", "mark"), ("q=mark&sort=combo&after=-1", "mark"),
    ])
  func `an index of several types finds objects of each`(
    _ query: String, _ expected: String
  ) throws {
    var world = try Self.world(Self.postUser)
    let names = [
      world.markID: "mark", world.annaID: "anna", GraphFixture.post: "post",
      GraphFixture.secondPost: "second",
    ]
    let found = world.get("/v1/search?object=post_user&\(query)")["results"]?.array ?? []
    let text = Set(found.map { $0["id"]?.string.flatMap { names[$0] } ?? "?" })
    #expect(text == Set(expected.split(separator: " ").map(String.init)))
  }

  @Test func `objects of several types are in the order of their ids on all pages`() throws {
    var world = try Self.world(Self.postUser)
    func ids(_ page: String) -> [String] {
      let found = world.get("/v1/search?object=post_user&q=again%20anna%20hello\(page)")
      return found["results"]?.array?.compactMap { $0["id"]?.string } ?? []
    }
    let expected = [GraphFixture.post, GraphFixture.secondPost, world.annaID].sorted()
    #expect(ids("") == expected)
    #expect(ids("&count=2") == Array(expected.prefix(2)))
    #expect(ids("&count=2&after=1") == [expected[2]])
    #expect(ids("&after=\(expected[0])") == Array(expected.dropFirst()))
  }

  /// - Source: none of the vendor's, because `sources` is the emulator's own member (A13).
  @Test(
    arguments: [
      (
        ["mapping": ["combo": ["type": "string"]]],
        "has no \"object_type\": name the type, or instead of a handler of the service add "
          + "\"sources\", such as {\"user\": {\"combo\": [\"name.given\", \"name.family\"]}}"
      ),
      (
        ["mapping": ["combo": ["type": "string"]], "sources": ["moon": [:]]],
        "is not a type of \"graph\"; define it there"
      ),
      (
        ["mapping": ["combo": ["type": "string"]], "sources": [:]],
        "names no type; add one, such as \"user\""
      ),
      (
        ["mapping": ["combo": ["type": "string"]], "sources": ["user": ["other": "name"]]],
        "is not a field of \"mapping\"; define it there"
      ),
    ] as [(JSON, String)])
  func `an index without a type needs valid sources`(_ index: JSON, _ problem: String) {
    let error = #expect(throws: ConfigurationError.self) { try Self.world(index) }
    #expect(error?.description.hasSuffix(problem) == true)
  }
}
