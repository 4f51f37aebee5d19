import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Requests signed by a provider state` {
  /// Returns the status of a request to `host` with the signature in `values`, which may be for a
  /// different host.
  private func status(
    _ app: inout StackMobApp, _ target: String, _ values: JSONObject, host: String
  ) -> Int {
    var request = app.request("GET", target)
    request.authority = host
    request.headers[.authorization] = values["authorization"]?.string
    return app.send(request).status
  }

  @Test(
    arguments: [
      ([:], "api.stackmob.com", 200), ([:], "127.0.0.1:8080", 401),
      (["host": "127.0.0.1", "port": 8080], "127.0.0.1:8080", 200),
      (["scheme": "https"], "api.stackmob.com:443", 200),
    ] as [(JSONObject, String, Int)])
  func `a signature is valid for its host`(extra: JSONObject, host: String, status: Int) throws {
    let app = StackMobApp.withJack()
    var sign: JSONObject = ["method": "GET", "target": "/user/loggedInUser"]
    for member in extra { sign[member.key] = member.value }

    var user = app
    let session = try user.given("logged in", ["username": "jack", "sign": .object(sign)])
    #expect(self.status(&user, "/user/loggedInUser", session, host: host) == status)
    #expect(self.status(&user, "/user/jack", session, host: host) == 401)
  }

  @Test(arguments: [0, 1])
  func `a provider state can sign with the private key`(version: Int) throws {
    var app = StackMobApp.withJack()
    try app.given("version deployed", ["version": 1])
    app.version = version
    let values = try app.given(
      "signed with the private key",
      ["method": "GET", "target": "/user?a%5Bgt%5D=1", "version": .integer(Int64(version))])
    // The signature is accepted; the refusal is for a query on an unknown field.
    #expect(status(&app, "/user?a%5Bgt%5D=1", values, host: "api.stackmob.com") == 400)
    #expect(status(&app, "/user", values, host: "api.stackmob.com") == 401)
  }

  @Test(
    arguments: [
      ([:], "the parameter \"method\" is missing; give a string"),
      (["method": "GET"], "the parameter \"target\" is missing; give a string"),
      (
        ["method": "GET", "target": "/", "port": 0],
        "the parameter \"port\" must be a whole number up to 65535"
      ),
      (
        ["method": "GET", "target": "/", "body": "x"],
        "a request to sign has no \"body\"; it has: method, target, host, port, scheme"
      ),
    ] as [(JSONObject, String)])
  func `a request to sign with missing or unknown members is refused`(
    sign: JSONObject, message: String
  ) throws {
    var app = StackMobApp.withJack()
    #expect(throws: ProviderStateError(message)) {
      try app.given("logged in", ["username": "jack", "sign": .object(sign)])
    }
  }
}
