import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import Testing

/// Tests with the complete example exchanges of the protocol reference (A30) that do not only use
/// the data store.
@Suite struct `Complete exchanges of services in the reference` {
  @Test func `exchange 11 is refused without a permission`() throws {
    var app = StackMobApp.withJack()
    try app.given("user exists", ["username": "jill"])
    try app.schema("restricted", permissions: ["read": "loggedIn"])
    try app.schema("perm_logged_in_owner", permissions: ["read": "owner", "delete": "owner"])
    try app.schema("perm_not_allowed", permissions: ["create": "notAllowed"])
    try app.given(
      "object exists",
      [
        "schema": "perm_logged_in_owner", "object": ["perm_logged_in_owner_id": "x"],
        "owner": "jill",
      ])
    func text(_ method: String, _ target: String) -> String {
      let response = app.answer(app.request(method, target)).response
      return "\(response.status.code) \(response.text)"
    }
    #expect(text("GET", "/restricted") == #"401 {"error":"Insufficient authorization"}"#)
    try app.logIn("jack")
    #expect(
      text("GET", "/perm_logged_in_owner/x")
        == #"404 {"error":"object instance does not exist"}"#)
    #expect(
      text("DELETE", "/perm_logged_in_owner/x") == #"404 {"error":"This object does not exist"}"#)
    #expect(text("POST", "/perm_not_allowed") == #"405 {"error":"Invalid HTTP method"}"#)
  }

  @Test func `exchange 12 registers a device for push`() {
    var app = StackMobApp()
    let token = String(repeating: "0", count: 64)
    var request = Request(
      .post, "/register_device_token_universal", authority: "push.stackmob.com",
      body: Array(
        #"{"userId":"bodie","token":{"token":"\#(token)","type":"ios"},"overwrite":true}"#.utf8))
    request.headers[.accept] = "application/vnd.stackmob+json; version=0"
    request.headers[.contentType] = "application/json"
    request.headers[.authorization] =
      #"OAuth realm="http://push.stackmob.com","#
      + #"oauth_consumer_key="3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13","#
      + #"oauth_nonce="5E0D8C1A-3A5B-4B6C-9D7E-8F9012345678","#
      + #"oauth_signature_method="HMAC-SHA1",oauth_timestamp="1371040000",oauth_version="1.0","#
      + #"oauth_signature="S0wYaXO8JvAHUjFeAODXSsKnu%2Fw%3D""#
    let response = app.answer(request).response
    #expect(response.status == .ok)
    #expect(response.text == "{}")
    let listing = Push.call("GET", "/tokens?user=bodie", "", &app)
    #expect(listing["tokens"]?["bodie"]?[0]?["token"] == .string(token))
  }

  @Test func `exchange 13 calls custom code before it has started`() throws {
    var app = StackMobApp()
    try app.given(
      "custom code exists", ["name": "hello_world", "fixture": "greeting", "startSeconds": 1])
    let cold = app.answer(app.request("GET", "/hello_world"))
    #expect(cold.response.status == .serviceUnavailable)
    #expect(cold.response.headers[.retryAfter] == "1")
    #expect(
      cold.response.text
        == #"{"error":"Your custom code instance has been scheduled for start, "#
        + #"and should be ready shortly"}"#)
    app.milliseconds += 1000
    let warm = app.answer(app.request("GET", "/hello_world"))
    #expect(warm.response.status == .ok)
    #expect(warm.response.text == #"{"msg":"Hello, world!","body":""}"#)
  }
}
