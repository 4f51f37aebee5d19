import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `Requests` {
  @Test func `a request has plain defaults`() {
    let request = Request(.get, "/x")
    #expect(request.scheme == "http")
    #expect(request.authority == "localhost")
    #expect(request.headers == [:])
    #expect(request.body == [])
  }

  @Test(arguments: [
    ("http", "localhost", "localhost", 80),
    ("https", "localhost", "localhost", 443),
    ("http", "a.localhost:4401", "a.localhost", 4401),
    ("https", "[::1]:8443", "[::1]", 8443),
    ("http", "host:99999", "host", 80),
    ("https", "", "", 443),
  ])
  func `host and port come from the authority, the default port from the scheme`(
    scheme: String, authority: String, host: String, port: Int
  ) {
    let request = Request(.get, "/", scheme: scheme, authority: authority)
    #expect(request.host == host)
    #expect(request.port == port)
  }

  @Test func `a JSON request has a compact body and its content type`() {
    let request = Request.json(
      .post, "/todo", ["title": "x", "done": false],
      headers: [.accept: "a/b", .contentType: "c/d"])
    #expect(
      request
        == Request(
          .post, "/todo", headers: [.accept: "a/b", .contentType: "application/json"],
          body: Array(#"{"title":"x","done":false}"#.utf8)))
  }

  @Test func `a form request has its fields in order and its content type`() {
    let request = Request.form(
      .post, "/login", [FormField("username", "a b"), FormField("password", "ä&=")])
    #expect(
      request
        == Request(
          .post, "/login", headers: [.contentType: "application/x-www-form-urlencoded"],
          body: Array("username=a+b&password=%C3%A4%26%3D".utf8)))
  }
}
