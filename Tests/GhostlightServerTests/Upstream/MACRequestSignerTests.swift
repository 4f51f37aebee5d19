import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `MAC request signer` {
  @Test func `a recorded signature is replaced by one with the issued key`() async throws {
    let stage = Stage(StageConfiguration(services: [.stackMob()]))
    let emulator = try #require(stage.responder(for: "stackmob"))
    let responder = MACRequestSigner().resigning(emulator)
    let send = { (request: Request) -> Response in
      var request = request
      request.headers[.stackMobKey] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
      return await responder.respond(request)
    }
    _ = await send(.json(.post, "/user", ["username": "jack", "password": "p"]))
    let login = await send(
      .form(
        .post, "/user/accessToken", [FormField("username", "jack"), FormField("password", "p")]))
    let token = try #require(login.json?["access_token"]?.string)
    var use = Request(.get, "/user/loggedInUser")
    use.headers[.authorization] = #"MAC id="\#(token)",ts="0",nonce="REDACTED",mac="REDACTED""#
    #expect(await send(use).json?["username"] == "jack")
    use.headers[.authorization] = #"MAC id="other",ts="0",nonce="REDACTED",mac="REDACTED""#
    #expect(await send(use).status == .unauthorized)
    for odd in ["Bearer \(token)", "MAC", #"MAC id="\#(token)""#] {
      use.headers[.authorization] = odd
      #expect(await send(use).status == .unauthorized)
    }
  }
}
