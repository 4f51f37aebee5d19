import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Old addresses of StackMob` {
  @Test(arguments: [
    ("GET", "/api/0/shop/todo/1", "Read one"), ("GET", "/api/0/shop/todo?n=2", "Query"),
    ("GET", "/api/0/shop/listapi?", "List the schemas"),
    ("PUT", "/api/0/shop//todo/1", "Update"), ("DELETE", "/api/0/a%20b/todo/1", "Delete"),
    ("GET", "/api/00/shop/user/jack", "Read one"),
    ("GET", "/api/0/shop/hello", "Custom code by GET"),
    ("GET", "/push/0/shop/tokens?user=jack", "Tokens of users"),
    (
      "GET", "/push/0/shop/get_tokens_for_users_universal?userIds=jack", "Devices of users"
    ),
  ])
  func `the routes of an old address are those of the rest of its path`(
    _ method: String, _ target: String, _ route: String
  ) throws {
    var app = try World().app
    let request = app.request(method, target, "{}").signed(with: app.keys)
    let answer = app.answer(request)
    #expect(answer.route == route)
    #expect(answer.response.status == .ok)
    #expect(app.backend.route(of: request) == route)
    #expect(app.backend.changes(request) == (answer.effect == .changed))
  }

  @Test(arguments: ["/api/tokens", "/api/0/shop/tokens", "/api/0/shop/notifications"])
  func `a schema can be called like a route of the push API`(_ target: String) {
    var app = StackMobApp()
    let request = app.request("POST", target, "{}").signed(with: app.keys)
    #expect(app.answer(request).route == (target.hasPrefix("/api/0") ? "Create" : nil))
  }

  @Test func `the path selects the version, whatever Accept contains`() throws {
    var app = StackMobApp()
    app.post("/todo", #"{"todo_id":"dev"}"#)
    try app.given("version deployed", ["version": 1])
    let keys = StackMobConfiguration().productionKeys
    let create = app.request("POST", "/api/1/shop/todo", #"{"todo_id":"prod"}"#).signed(with: keys)
    #expect(app.send(create).status == 201)
    let query = app.request("GET", "/api/1/shop/todo").signed(with: keys)
    #expect(app.send(query).all("todo_id") == ["prod"])
    app.version = 1
    let development = app.request("GET", "/api/0/shop/todo")
      .signed(with: StackMobConfiguration().developmentKeys)
    #expect(app.send(development).all("todo_id") == ["dev"])
    #expect(
      app.send(app.request("GET", "/api/2/shop/todo").signed(with: keys))
        == .error(404, "API version 2 is not deployed"))
  }

  @Test(arguments: [
    "/api/x/shop/todo", "/api/-1/shop/todo", "/api/0/shop", "/apis/0/shop/todo", "/api",
    "/api/99999999999999999999/shop/todo", "/pushed/0/shop/tokens",
  ])
  func `other paths are not old addresses`(_ target: String) {
    var app = StackMobApp()
    app.post("/todo", "{}")
    #expect(app.get(target).status == 404)
  }

  @Test func `the signature covers the address as sent`() {
    var app = StackMobApp()
    var request = app.request("GET", "/user").signed(with: app.keys)
    request.target = "/api/0/shop/user"
    #expect(app.send(request) == StackMobApp.notAuthorized)
  }

  @Test func `an old push address does not serve objects`() {
    var app = StackMobApp.withJack()
    let answer = app.answer(app.request("GET", "/push/0/shop/user/jack").signed(with: app.keys))
    #expect(answer.effect == .unmatched)
    #expect(answer.nearMisses.count == 3)
  }
}
