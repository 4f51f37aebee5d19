import GhostlightCore
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Access rules of EGF2` {
  private static let note = "66666666-0000-4000-8000-000000000001-16"

  /// A backend with Anna's note, in which Mark is an administrator.
  private static let world: GraphFixture = {
    var world = GraphFixture()
    world.object([
      "object_type": "note", "id": .string(note), "user": .string(world.annaID),
    ])
    let role = world.object(["object_type": "admin_role", "user": .string(world.markID)])
    world.link(world.markID, "roles", role)
    return world
  }()

  private func token(_ who: String, _ world: GraphFixture) -> String? {
    switch who {
    case "nobody": nil
    case "mark": world.mark
    case "anna": world.anna
    default: "garbage"
    }
  }

  @Test(arguments: [
    AccessCase("anna", "GET", 200), AccessCase("mark", "GET", 200),
    AccessCase("nobody", "GET", 401, "UnauthorizedError"),
    AccessCase("garbage", "GET", 404, "TokenNotFound"),
    AccessCase("anna", "PUT", 200), AccessCase("mark", "PUT", 403, "AccessForbidden"),
    AccessCase("anna", "DELETE", 403, "AccessForbidden"), AccessCase("mark", "DELETE", 200),
    AccessCase("nobody", "DELETE", 401, "UnauthorizedError"),
  ])
  func `rules of self, roles and tokens decide about access`(_ row: AccessCase) throws {
    var world = Self.world
    let body: JSON? = row.method == "PUT" ? ["delete_fields": []] : .none
    let method = try #require(HTTPRequest.Method(row.method))
    let response = world.send(
      method, "/v1/graph/\(Self.note)", body, as: token(row.who, world))
    #expect(response.status.code == row.status)
    #expect((response.json?["code"]?.string ?? "") == row.code)
  }

  @Test(arguments: ["nobody", "garbage", "mark"])
  func `the rule any admits all callers, whatever their token`(_ who: String) {
    var world = Self.world
    world.wait(seconds: who == "mark" ? 4000 : 0)
    #expect(
      world.send(.get, "/v1/graph/\(GraphFixture.post)", as: token(who, world)).status == .ok)
  }

  @Test func `the rule self is for the creator if there is no user`() {
    var world = Self.world
    let target = "/v1/graph/\(GraphFixture.comment)"
    #expect(world.send(.put, target, ["text": "mine"], as: world.anna).status == .ok)
    #expect(world.send(.put, target, ["text": "mine"], as: world.mark).status == .forbidden)
  }

  @Test func `the rule self on a new object is for the user in the body`() {
    var world = Self.world
    func create(_ user: String) -> Int {
      world.send(
        .post, "/v1/graph", ["object_type": "note", "user": .string(user)], as: world.mark
      ).status.code
    }
    #expect(create(world.markID) == 200)
    #expect(create(world.annaID) == 403)
  }

  @Test func `the user in a body does not become the owner of a stored object`() {
    var world = Self.world
    let before = world.fingerprint
    let mine: JSON = ["user": .string(world.markID)]
    let comments = "/v1/graph/\(GraphFixture.post)/comments/\(GraphFixture.comment)"
    func status(_ method: HTTPRequest.Method, _ target: String, _ user: String) -> Int {
      let token = user == world.markID ? world.mark : world.anna
      return world.send(method, target, ["user": .string(user)], as: token).status.code
    }
    #expect(status(.put, "/v1/graph/\(Self.note)", world.markID) == 403)
    #expect(status(.delete, "/v1/graph/\(GraphFixture.post)", world.annaID) == 403)
    #expect(status(.delete, comments, world.annaID) == 403)
    let follows = "/v1/graph/\(world.annaID)/follows/\(world.markID)"
    #expect(world.send(.post, follows, mine, as: world.mark).status == .forbidden)
    #expect(world.fingerprint == before)
  }

  @Test func `the rule self on an edge is for the owner of the source`() {
    var world = Self.world
    let target = "/v1/graph/\(GraphFixture.post)/comments/\(GraphFixture.comment)"
    #expect(world.send(.delete, target, as: world.anna).status == .forbidden)
    #expect(world.send(.delete, target, as: world.mark).status == .ok)
  }

  @Test func `a role is only valid while the user's edge contains it`() {
    var world = Self.world
    let role = world.get("/v1/graph/me/roles")["results"]?[0]?["id"]?.string ?? ""
    #expect(world.send(.delete, "/v1/graph/me/roles/\(role)", as: world.mark).status == .forbidden)
    world.backend.state.edges.remove(
      GraphLink(source: world.markID, edge: "roles", destination: role))
    #expect(
      world.send(.delete, "/v1/graph/\(Self.note)", as: world.mark).status == .forbidden)
  }

  @Test func `linking two objects has its own rule`() {
    var world = Self.world
    let target = "/v1/graph/me/posts/\(GraphFixture.post)"
    #expect(world.send(.post, target, as: world.mark).json?["code"] == "AccessForbidden")
  }

  @Test func `a token can be in the query, but the header field has priority`() {
    var world = Self.world
    let query = "/v1/graph/me?token=" + PercentEncoding.encode(world.anna)
    #expect(world.send(.get, query).json?["id"] == .string(world.annaID))
    #expect(world.send(.get, query, as: world.mark).json?["id"] == .string(world.markID))
    var basic = GraphFixture.request(.get, query)
    basic.headers[.authorization] = "bearer \(world.mark)"
    #expect(world.send(basic).json?["id"] == .string(world.annaID))
  }

  @Test func `the token of a deleted user is unknown`() {
    var world = Self.world
    world.backend.state.remove(world.annaID)
    #expect(world.send(.get, "/v1/graph/me", as: world.anna).json?["code"] == "TokenNotFound")
  }
}
