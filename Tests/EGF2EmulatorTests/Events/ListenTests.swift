import GhostlightCore
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `The listen route` {
  @Test func `listen needs a valid token in the header field or the query`() {
    var world = GraphFixture.world
    let token = PercentEncoding.encode(world.mark)
    for request in [
      GraphFixture.request(.get, "/v1/listen", as: world.mark),
      GraphFixture.request(.get, "/v1/listen?token=\(token)"),
    ] {
      let response = world.send(request)
      #expect(response.status == .switchingProtocols)
      #expect(response.sessionUpgrade?.session is Listening)
      #expect(response.body.isEmpty)
    }
  }

  @Test(arguments: [
    (String?.none, Int64(0), "Bearer token doesn't exist"),
    ("garbage", 0, "token not found"),
    (GraphFixture.world.mark + "0", 0, "token not found"),
    (GraphFixture.world.mark, 3600, "session is expired"),
  ])
  func `listen has its own refusals`(_ token: String?, _ seconds: Int64, _ message: String) {
    var world = GraphFixture.world
    world.wait(seconds: seconds)
    let response = world.send(.get, "/v1/listen", as: token)
    #expect(response.status == .unauthorized)
    #expect(response.sessionUpgrade == nil)
    #expect(response.headers[.contentType] == "application/json")
    #expect(response.json == ["error": .string(message)])
  }
}
