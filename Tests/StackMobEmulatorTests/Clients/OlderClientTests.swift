import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

/// The requests of older clients, as their public source writes them.
@Suite struct `Older clients of StackMob` {
  /// Sends requests of a client, and keeps the cookies of the responses.
  struct Phone {
    var app = StackMobApp.withJack()
    var client: OldClient

    mutating func send(
      _ method: String, _ path: String, _ body: String = "", scheme: String = "http"
    ) throws -> Response {
      app.answer(try client.request(method, path, body, scheme: scheme)).response
    }
  }

  @Test func `the Java SDK logs in, reads its user, changes the password and logs out`() throws {
    var phone = Phone(client: .java)
    var cookies = JavaCookies()
    #expect(!cookies.isLoggedIn && !cookies.isLoggedOut)
    #expect(Reply(try phone.send("GET", "/user/loggedInUser")) == StackMobApp.notAuthorized)
    let refused = try phone.send("GET", "/user/login?username=jack&password=x", scheme: "https")
    #expect(Reply(refused) == .error(401, "Invalid username or password"))
    #expect(refused.headers[.setCookie] == nil)

    let login = try phone.send("GET", "/user/login?username=jack&password=pw", scheme: "https")
    cookies.store(login.headers[.setCookie])
    #expect(Reply(login)["username"] == "jack")
    #expect(cookies.isLoggedIn && !cookies.isLoggedOut)

    phone.client.cookie = cookies.header
    #expect(Reply(try phone.send("GET", "/user/loggedInUser"))["username"] == "jack")
    let reset = try phone.send(
      "POST", "/user/resetPassword", #"{"new":{"password":"foo"},"old":{"password":"pw"}}"#)
    #expect(reset.status == .ok)
    #expect(phone.app.tokens("foo") != nil)

    phone.client.cookie = nil
    let again = try phone.send("GET", "/user/login?username=jack&password=foo", scheme: "https")
    cookies.store(again.headers[.setCookie])
    phone.client.cookie = cookies.header
    let logout = try phone.send("GET", "/user/logout", scheme: "https")
    cookies.store(logout.headers[.setCookie])
    #expect(Reply(logout) == Reply(200, "{}"))
    #expect(!cookies.isLoggedIn && cookies.isLoggedOut)
    phone.client.cookie = cookies.header
    #expect(Reply(try phone.send("GET", "/user/loggedInUser")) == StackMobApp.notAuthorized)
  }

  @Test func `the iOS SDK 0.4.1 logs in at its app's host and sends the whole cookie back`() throws
  {
    var phone = Phone(client: .iOS)
    let login = try phone.send("GET", "/user/login?username=jack&password=pw", scheme: "https")
    let cookie = try #require(login.headers[.setCookie])
    #expect(cookie.hasPrefix("session_shop="))
    #expect(cookie.hasSuffix("; Path=/"))
    #expect(Reply(login)["username"] == "jack")
    phone.client.cookie = cookie
    #expect(Reply(try phone.send("GET", "/user/loggedInUser"))["username"] == "jack")
    #expect(Reply(try phone.send("GET", "/user/linkUserWithFacebook?fb_at=t")) == Reply(200, "{}"))
    let created = try phone.send("POST", "/todo", #"{"todo_id":"1","title":"x"}"#)
    #expect(created.status == .created)
    let logout = try phone.send("GET", "/user/logout", scheme: "https")
    #expect(logout.headers[.setCookie] == #"session_shop={"logged_out":true}; Path=/"#)
    #expect(Reply(try phone.send("GET", "/user/loggedInUser")) == StackMobApp.notAuthorized)
  }

  @Test func `the iOS SDK 0.4.1 logs in with Facebook and Twitter by GET`() throws {
    var phone = Phone(client: .iOS)
    let login = try phone.send("GET", "/user/login?username=jack&password=pw", scheme: "https")
    phone.client.cookie = login.headers[.setCookie]
    for (link, call) in [
      ("linkUserWithFacebook?fb_at=t", "facebookLogin?fb_at=t"),
      ("linkUserWithTwitter?tw_tk=t&tw_ts=s", "twitterLogin?tw_tk=t&tw_ts=s"),
    ] {
      #expect(try phone.send("GET", "/user/\(link)", scheme: "https").status == .ok)
      let social = try phone.send("GET", "/user/\(call)", scheme: "https")
      phone.client.cookie = social.headers[.setCookie]
      #expect(Reply(social)["username"] == "jack")
      #expect(Reply(try phone.send("GET", "/user/loggedInUser"))["username"] == "jack")
    }
  }

  @Test func `the iOS SDK 0.4.1 registers users with Facebook and Twitter by GET`() throws {
    var phone = Phone(client: .iOS)
    for call in [
      "createUserWithFacebook?fb_at=t&username=ann",
      "createUserWithTwitter?tw_tk=t&tw_ts=s&username=bob",
    ] {
      let created = try phone.send("GET", "/user/\(call)", scheme: "https")
      #expect(created.status == .created)
    }
    #expect(Reply(try phone.send("GET", "/user")).all("username") == ["jack", "ann", "bob"])
  }

  @Test func `the iOS SDK 0.4.1 appends related objects and ids`() throws {
    var phone = Phone(client: .iOS)
    let one = try phone.send("POST", "/list/1/todo", #"{"todo_id":"a","name":"abc"}"#)
    #expect(one.status == .created)
    #expect(Reply(one)["todo_id"] == "a")
    let many = try phone.send("POST", "/list/1/todo", #"[{"todo_id":"b"}]"#)
    #expect(Reply(many) == Reply(200, #"{"succeeded":["b"],"failed":[]}"#))
    #expect(Reply(try phone.send("PUT", "/list/1/todo", #"["c"]"#))["todo"] == ["a", "b", "c"])
    #expect(try phone.send("DELETE", "/list/1/todo/a,c").status == .ok)
    #expect(Reply(try phone.send("GET", "/list/1"))["todo"] == ["b"])
  }

  @Test func `the calls of the Ruby gem's data store work at the app's host`() throws {
    var phone = Phone(client: .ruby)
    let schemas = Reply(try phone.send("GET", "/listapi?"))
    #expect(schemas["user"]?["properties"]?["username"]?["identity"] == true)
    let created = Reply(try phone.send("POST", "/user", #"{"username":"ann","name":"Ann B"}"#))
    #expect(created["username"] == "ann")
    #expect(Reply(try phone.send("GET", "/user?")).all("username") == ["jack", "ann"])
    #expect(Reply(try phone.send("GET", "/user?username=ann")).all("name") == ["Ann B"])
    #expect(Reply(try phone.send("GET", "/user?username=nobody")) == Reply(200, "[]"))
    let updated = Reply(try phone.send("PUT", "/user/ann", #"{"name":"Ann C"}"#))
    #expect(updated["name"] == "Ann C")
    #expect(try phone.send("DELETE", "/user?username=ann").status == .ok)
    #expect(Reply(try phone.send("GET", "/user?")).all("username") == ["jack"])
  }

  @Test func `the calls of the Ruby gem's push work at the app's host`() throws {
    var phone = Phone(client: .ruby)
    phone.client.prefix = "/push/0/shop"
    let token = #"{"token":"\#(World.device)","type":"ios"}"#
    for (path, body) in [
      ("register_device_token_universal", #"{"userId":"jack","token":\#(token)}"#),
      ("push_broadcast_universal", #"{"kvPairs":{"alert":"a"}}"#),
      ("push_tokens_universal", #"{"tokens":[\#(token)],"payload":{"kvPairs":{"alert":"a"}}}"#),
      ("push_users_universal", #"{"userIds":["jack"],"kvPairs":{"alert":"a"}}"#),
    ] {
      #expect(Reply(try phone.send("POST", "/\(path)", body)) == Reply(200, "{}"), "\(path)")
    }
    let devices = Reply(try phone.send("GET", "/get_tokens_for_users_universal?userIds=jack"))
    #expect(devices["tokens"]?["jack"]?[0]?["token"] == .string(World.device))
    #expect(Reply(try phone.send("POST", "/remove_token_universal", token)) == Reply(200, "{}"))
    #expect(phone.app.backend.outbox.messages.count == 3)
  }

  @Test func `the JavaScript SDK 0.2.1 finds its session in the cookie of its app`() throws {
    var phone = Phone(client: .javaScript)
    let login = try phone.send("GET", "/user/login?username=jack&password=pw")
    let cookie = try #require(login.headers[.setCookie])
    #expect(cookie.hasPrefix("session_web-shop="))
    phone.client.cookie = "theme=dark; " + cookie.split(separator: ";")[0]
    let logout = try phone.send("GET", "/user/logout")
    // The SDK parses the value as JSON to find out that the user has logged out.
    let parts = logout.headers[.setCookie]?.split(separator: ";")[0].split(separator: "=")
    #expect(try JSON.parse(String(parts?[1] ?? "")) == ["logged_out": true])
  }

  @Test func `the JavaScript SDK 0.2.1 replaces a temporary password as it logs in`() throws {
    var phone = Phone(client: .javaScript)
    phone.app.put(
      "/user/jack", #"{"email":"j@x.y"}"#,
      headers: ["X-StackMob-FieldTypes": "email=forgotpassword"])
    #expect(
      Reply(try phone.send("POST", "/user/forgotPassword", #"{"username":"jack"}"#)).status == 200)
    let message = try #require(phone.app.backend.outbox.messages.first)
    let password = message.content["temporary_password"]?.string ?? ""
    let login = "/user/login?username=jack&password=\(password)"
    #expect(
      Reply(try phone.send("GET", login))["error"] == "Temporary password reset required.")
    #expect(Reply(try phone.send("GET", login + "&new_password=new"))["username"] == "jack")
    #expect(phone.app.tokens("new") != nil)
  }

  @Test(arguments: [
    ("/api/0/shop", "StackMob (JS; 0.3.0)/other", "session_shop"),
    ("/api/0/a%20shop", "StackMob (JS; 0.3.0)/other", "session_app"),
    ("", "StackMob (JS; 0.3.0)/other", "session_other"),
    ("", "StackMob (Java Client; 1.3.5)", "session_app"),
    ("", "StackMob (JS; 0.3.0)/a;b", "session_app"), ("", "Mozilla/5.0 (X11) x/1", "session_app"),
  ])
  func `the cookie has the name of the app in the address or in the client's name`(
    _ prefix: String, _ agent: String, _ name: String
  ) throws {
    var app = StackMobApp.withJack()
    let request = app.request(
      "GET", prefix + "/user/login?username=jack&password=pw", headers: ["User-Agent": agent]
    ).signed(with: app.keys)
    let cookie = try #require(app.answer(request).response.headers[.setCookie])
    #expect(cookie.prefix { $0 != "=" } == name)
  }

  @Test func `a cookie does not replace a signature`() throws {
    var phone = Phone(client: .iOS)
    let login = try phone.send("GET", "/user/login?username=jack&password=pw", scheme: "https")
    phone.client.cookie = login.headers[.setCookie]
    var request = try phone.client.request("GET", "/user/loggedInUser")
    request.headers[.authorization] = nil
    request.headers[.field("X-StackMob-API-Key")] = phone.app.keys.publicKey
    #expect(phone.app.send(request) == StackMobApp.notAuthorized)
  }

  @Test func `the session of a cookie expires like an access token`() throws {
    var phone = Phone(client: .iOS)
    let login = try phone.send("GET", "/user/login?username=jack&password=pw", scheme: "https")
    phone.client.cookie = login.headers[.setCookie]
    phone.app.milliseconds += 3_600_000
    #expect(Reply(try phone.send("GET", "/user/loggedInUser")) == StackMobApp.notAuthorized)
    #expect(Reply(try phone.send("GET", "/user/logout")) == StackMobApp.notAuthorized)
  }

  @Test func `custom code knows the user of the cookie`() throws {
    var phone = Phone(client: .iOS)
    try phone.app.given("custom code exists", ["name": "who", "template": ["user": "{{user}}"]])
    #expect(Reply(try phone.send("GET", "/who")) == Reply(200, #"{"user":null}"#))
    let login = try phone.send("GET", "/user/login?username=jack&password=pw", scheme: "https")
    phone.client.cookie = login.headers[.setCookie]
    #expect(Reply(try phone.send("GET", "/who")) == Reply(200, #"{"user":"jack"}"#))
  }
}
