import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `StackMob session over time` {
  private let stage = Stage.stackMob()

  private func post(_ target: RequestTarget, _ fields: FormField...) -> Response {
    var request = Request.form(.post, target, fields)
    request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
    return stage.respond(to: request, by: "stackmob")
  }

  private func credentials(_ answer: Response) throws -> MACCredentials {
    let json = try #require(answer.json)
    return MACCredentials(
      id: try #require(json["access_token"]?.string), key: try #require(json["mac_key"]?.string))
  }

  @Test func `a session ends an hour later, and a refresh starts the next one`() throws {
    let space = try stage.namespace()
    var caller = StackMobCaller(stage)
    let user = caller.send(.post, "/user", ["username": "ada", "password": "p"])
    let login = post("/user/accessToken", FormField("username", "ada"), FormField("password", "p"))
    caller.session = try credentials(login)
    let before = caller.send(.get, "/user/loggedInUser")
    try space.changeClock(.advance(milliseconds: 3_601_000))
    let after = caller.send(.get, "/user/loggedInUser")
    let refresh = post(
      "/user/refreshToken",
      FormField("refresh_token", try #require(login.json?["refresh_token"]?.string)))
    caller.session = try credentials(refresh)
    let again = caller.send(.get, "/user/loggedInUser")
    let made = caller.send(.post, "/todo", ["title": "x"])

    let answers = [user, login, before, after, refresh, again, made]
    #expect(answers.map(\.status.code) == [201, 200, 200, 401, 200, 200, 201])
    #expect([login, refresh].map { $0.json?["expires_in"] } == [3600, 3600])
    let (opening, late) = (Stage.opening, Stage.opening + 3_601_000)
    #expect(user.json?["createddate"] == .integer(opening))
    #expect(again.json?["createddate"] == .integer(opening))
    #expect(made.json?["createddate"] == .integer(late))
    #expect(space.clock.milliseconds == late)
    #expect(
      space.journal.map(\.milliseconds) == [opening, opening, opening, late, late, late, late])
    #expect(
      answers.map { $0.headers[.date] }
        == space.journal.map { HTTPDate.format(milliseconds: $0.milliseconds) })
    #expect(space.journal.map(\.answer.response) == answers)
  }
}
