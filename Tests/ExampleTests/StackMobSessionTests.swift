import Ghostlight
import GhostlightSigning
import Testing

@Test func `a StackMob session, from sign-up to a refused refresh`() throws {
  let stage = Stage()
  func send(_ request: Request) -> Response {
    var request = request
    request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
    return stage.respond(to: request, by: "stackmob")
  }

  // create a user; a second one with the same name is refused
  let jack: JSON = ["username": "jack", "password": "secret"]
  #expect(send(.json(.post, "/user", jack)).status == .created)
  let second = send(.json(.post, "/user", jack))
  #expect(second.status == .conflict)
  #expect(second.json == ["error": "Duplicate key for schema user: \"jack\""])

  // log in, and keep the tokens
  let form = [FormField("username", "jack"), FormField("password", "secret")]
  let login = try #require(send(.form(.post, "/user/accessToken", form)).json)
  let session = MACCredentials(
    id: try #require(login["access_token"]?.string),
    key: try #require(login["mac_key"]?.string))

  // create an object as jack, and find it
  let todo = Request.json(.post, "/todo", ["title": "Take out the trash", "priority": 2])
  let created = send(todo.signed(with: session, timestamp: 1_371_040_000, nonce: "n1"))
  #expect(created.json?["sm_owner"] == "user/jack")
  let query = Request(.get, "/todo?priority[gte]=2")
  let found = send(query.signed(with: session, timestamp: 1_371_040_001, nonce: "n2"))
  #expect(found.json?[0] == created.json)

  // refresh the session, then try the old token again
  let refresh = [FormField("refresh_token", try #require(login["refresh_token"]?.string))]
  #expect(send(.form(.post, "/user/refreshToken", refresh)).status == .ok)
  let refused = send(.form(.post, "/user/refreshToken", refresh))
  #expect(refused.status == .unauthorized)
  #expect(refused.json?["error"] == "invalid_grant")
}
