import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `The configuration of EGF2` {
  private let moment = Moment(milliseconds: 1_484_903_700_123, seed: 1)

  /// Returns the example configuration with the value at a path replaced.
  private func changed(_ path: [String], _ value: JSON) -> JSON {
    func replace(_ json: JSON, _ rest: ArraySlice<String>) -> JSON {
      guard let name = rest.first else { return value }
      var object = json.object ?? [:]
      object[name] = replace(object[name] ?? [:], rest.dropFirst())
      return .object(object)
    }
    return replace(EGF2Configuration.example, path[...])
  }

  private func message(_ json: JSON) -> String {
    do throws(ConfigurationError) {
      _ = try EGF2Backend(configuration: json, at: moment)
      return ""
    } catch { return error.description }
  }

  @Test func `the configuration of the example application is read`() throws {
    let configuration = EGF2Configuration()
    let schema = configuration.schema
    #expect(
      schema.types.map(\.name) == [
        "system_user", "session", "user", "event", "file", "customer_role", "admin_role", "post",
        "comment",
      ])
    #expect(schema.types.map(\.code).joined(separator: " ") == "01 02 03 04 06 10 11 12 13")
    #expect(schema.pagination == Pagination())
    #expect(schema.roleNames == ["customer_role", "admin_role"])
    #expect(configuration.sessionSeconds == 86_400)
    let post = try #require(schema.type(named: "post"))
    #expect(
      post.fields.map(\.name) == [
        "creator", "image", "text", "id", "object_type", "created_at", "modified_at",
        "deleted_at",
      ])
    #expect(post.edges.map(\.name) == ["comments", "offended"])
    #expect(post.rules[.post] == nil)
    #expect(post.edge("comments")?.rules[.delete] == AccessRule("self"))
    #expect(schema.type(named: "file")?.isVolatile == true)
    #expect(schema.type(named: "session")?.isSilent == true)
    #expect(schema.type(named: "event")?.field("created_at")?.isRequired == true)
  }

  @Test(
    arguments: [
      (
        ["graph", "post", "code"], "123", "$.egf2.graph.post.code: must be two characters, such as"
      ),
      (["graph", "post", "code"], "13", "$.egf2.graph.comment: has the same code as \"post\""),
      (
        ["graph", "post", "GET"], 5,
        "$.egf2.graph.post.GET: expected a string that is not empty, found the number 5"
      ),
      (["graph", "moon"], [:], "$.egf2.graph.moon: \"code\" is missing"),
      (
        ["graph", "post", "fields", "text", "type"], "object_id:moon",
        "$.egf2.graph.post.fields.text.type: \"moon\" is not a type of \"graph\"; define it there"
      ),
      (
        ["graph", "post", "fields", "image", "object_types"], ["moon"],
        "$.egf2.graph.post.fields.image.object_types[0]: \"moon\" is not a type of \"graph\""
      ),
      (
        ["graph", "post", "fields", "text", "edit_mode"], "X",
        "$.egf2.graph.post.fields.text.edit_mode: expected \"E\", \"NE\" or \"NC\", found the string \"X\""
      ),
      (
        ["graph", "post", "fields", "text", "min"], "two",
        "$.egf2.graph.post.fields.text.min: expected a number, found the string \"two\""
      ),
      (
        ["graph", "user", "fields", "name", "schema"], "moon",
        "$.egf2.graph.user.fields.name.schema: \"moon\" is not a member of \"custom_schemas\""
      ),
      (
        ["graph", "post", "edges", "comments", "contains"], ["moon"],
        "$.egf2.graph.post.edges.comments.contains[0]: \"moon\" is not a type"
      ),
      (
        ["graph", "post", "edges", "a/b"], ["contains": []],
        "$.egf2.graph.post.edges[\"a/b\"]: has a slash in its name"
      ),
      (
        ["graph", "pagination", "pagination_mode"], "page",
        "$.egf2.graph.pagination.pagination_mode: expected \"index\" or \"object\", found the"
      ),
      (
        ["graph", "pagination", "default_count"], 51,
        "$.egf2.graph.pagination.default_count: expected"
      ),
      (["graph"], ["post": ["code": "12"]], "$.egf2.graph: must have the types user, system_user"),
      (["graph"], [], "$.egf2.graph: expected an object, found an array"),
      (["session_lifetime"], "1h", "$.egf2.session_lifetime: expected a whole number of seconds"),
      (["kinds"], [], "$.egf2.kinds: expected an object, found an array"),
      (["allowed_origins"], "*", "$.egf2.allowed_origins: expected an array"),
      (
        ["sesion_lifetime"], 60,
        "$.egf2.sesion_lifetime: unknown member; did you mean \"session_lifetime\"? There are: graph, "
      ),
      (["pagination"], [:], "$.egf2.pagination: unknown member; there are: graph, "),
      (["users"], [[:]], "$.egf2.users[0]: \"email\" is missing"),
      (["users"], [["email": "X"]], "$.egf2.users[0]: the user is refused: 'X' is not valid email"),
      (
        ["objects"], [[:]],
        "$.egf2.objects[0]: \"object_type\" is missing; it must be one of: system"
      ),
      (
        ["edges"], [["source": "a", "edge": "b", "destination": "c"]],
        "$.egf2.edges[0].edge: there is no edge \"b\" of \"a\""
      ),
    ] as [([String], JSON, String)])
  func `an invalid configuration is refused with the place`(
    _ path: [String], _ value: JSON, _ expected: String
  ) {
    let message = message(changed(path, value))
    #expect(message.hasPrefix(expected), "\(message)")
    #expect(!message.contains("\n"))
  }

  @Test func `a section without a graph has the types of the example`() throws {
    let post = "11111111-0000-4000-8000-000000000001-12"
    let user = "77777777-0000-4000-8000-000000000001-03"
    var backend = try EGF2Backend(
      configuration: [
        "users": [["email": "eve@example.com"]],
        "objects": [
          [
            "object_type": "user", "id": .string(user), "email": "x@example.com",
            "name": ["given": "X", "family": "Y"], "date_of_birth": "2000-01-01",
          ],
          [
            "object_type": "post", "id": .string(post), "creator": .string(user), "text": "first",
          ],
        ],
        "edges": [
          ["source": .string(user), "edge": "posts", "destination": .string(post)]
        ],
      ], at: moment)
    let page = backend.respond(
      to: GraphFixture.request(.get, "/v1/graph/\(user)/posts"), at: moment
    ).json
    #expect(page?["results"]?[0]?["text"] == "first")
    let login = GraphFixture.request(
      .post, "/v1/login", ["email": "eve@example.com", "password": "password"])
    #expect(backend.respond(to: login, at: moment).status.code == 200)
  }

  @Test func `the initial contents of a graph are not part of its stored file`() throws {
    let backend = try EGF2Backend(
      configuration: [
        "session_lifetime": 60.0, "users": [["email": "eve@example.com"]], "objects": [],
        "edges": [],
      ], at: moment)
    let source = try #require(backend.state.configuration.source.object)
    #expect(Set(source.keys) == ["session_lifetime", "graph", "elastic"])
    #expect(source["session_lifetime"] == 60)
  }

  @Test func `settings of other services are ignored`() {
    for name in ["port", "log_level", "storage", "rethinkdb", "cassandra", "queue", "kafka"] {
      #expect(message(changed([name], ["host": "x", "port": "y"])) == "")
    }
    #expect(message(changed(["graph", "objects"], ["secret_organization": "x"])) == "")
  }
}
