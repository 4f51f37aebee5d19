import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `Binary fields of StackMob` {
  static func value(
    _ base64: String, type: String = "image/png", name: String = "profile_pic.png"
  ) -> JSON {
    .string(
      "Content-Type: \(type)\nContent-Disposition: attachment; filename=\(name)\n"
        + "Content-Transfer-Encoding: base64\n\n\(base64)")
  }

  static func body(_ members: JSONObject) -> String { JSON.object(members).description }

  static let root = "http://127.0.0.1:8080/_s3/ghostlight-development"

  private static func fetch(_ url: JSON?, _ app: inout StackMobApp) -> Response {
    let path = url?.string?.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" } ?? "-"
    return app.answer(Request(.get, RequestTarget(String(path)))).response
  }

  @Test func `a file becomes a URL that serves its bytes with their type`() {
    var app = StackMobApp()
    let created = app.post(
      "/todo", Self.body(["todo_id": "t1", "pic": Self.value("iVBORw0KGgo=")]))
    #expect(created.status == 201)
    #expect(created["pic"] == .string(Self.root + "/todo/t1/pic/profile_pic.png"))
    #expect(app.get("/todo/t1") == Reply(200, created.body?.description ?? ""))
    let file = Self.fetch(created["pic"], &app)
    #expect(file.status == .ok)
    #expect(file.headers[.contentType] == "image/png")
    #expect(file.body == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(app.get("/listapi")["todo"]?["properties"]?["pic"]?["type"] == "binary")
  }

  @Test func `a file's URL has the host and port of the request and an escaped id`() throws {
    var app = StackMobApp()
    var request = app.request(
      "POST", "/todo",
      Self.body(["todo_id": "a b/c", "pic": Self.value("aGVsbG8=", name: "ä.txt")]))
    request.authority = "mine.localhost:4401"
    let url = app.send(request)["pic"]
    #expect(
      url
        == "http://mine.localhost:4401/_s3/ghostlight-development/todo/a%20b%2Fc/pic/%C3%A4.txt")
    #expect(Self.fetch(url, &app).text == "hello")
  }

  /// - Source: as in the tests of `NamespaceAddress`.
  @Test(
    arguments: [
      ("team-1", "127.0.0.1:8080", "http://127.0.0.1:8080/__ghostlight/ns/team-1"),
      ("team-1", "team-1.localhost:8080", "http://team-1.localhost:8080"),
      ("Team_1", "127.0.0.1:8080", "http://127.0.0.1:8080/__ghostlight/ns/Team_1"),
      ("team-1", "api.stackmob.com", "http://api.stackmob.com/__ghostlight/ns/team-1"),
      ("default", "127.0.0.1:8080", "http://127.0.0.1:8080"),
    ])
  func `the URL of a file contains the namespace of the request`(
    name: String, authority: String, base: String
  ) {
    var app = StackMobApp()
    var request = app.request(
      "POST", "/todo", Self.body(["todo_id": "1", "pic": Self.value("YQ==", name: "a")]),
      headers: ["X-Ghostlight-Namespace": name])
    request.authority = authority
    #expect(
      app.send(request)["pic"]?.string == base + "/_s3/ghostlight-development/todo/1/pic/a")
  }

  @Test func `each of many files of one object can be found`() {
    var app = StackMobApp()
    var body: JSONObject = ["todo_id": "1"]
    for number in 0..<300 { body["pic\(number)"] = Self.value("YQ==", name: "\(number)") }
    let created = app.post("/todo", Self.body(body))
    #expect(Self.fetch(created["pic299"], &app).text == "a")
    #expect(Self.fetch(created["pic0"], &app).text == "a")
  }

  @Test func `a new file replaces the old one, and is removed with its object`() {
    var app = StackMobApp()
    let first = app.post(
      "/todo", Self.body(["todo_id": "1", "pic": Self.value("YQ==", name: "a")]))
    let second = app.put("/todo/1", Self.body(["pic": Self.value("Yg==", name: "b")]))
    #expect(second["pic"] == .string(Self.root + "/todo/1/pic/b"))
    #expect(Self.fetch(first["pic"], &app).status == .notFound)
    #expect(Self.fetch(second["pic"], &app).text == "b")
    app.delete("/todo/1")
    #expect(Self.fetch(second["pic"], &app).status == .notFound)
  }

  @Test(arguments: ["http://example.com/a.png", "", "content-type: x", "hello"])
  func `a text that is not a file is stored unchanged`(_ text: String) throws {
    var app = StackMobApp()
    try app.schema("todo", ["pic": "binary"])
    #expect(app.post("/todo", Self.body(["pic": .string(text)]))["pic"] == .string(text))
  }

  @Test func `sending the URL of a file back keeps the file`() {
    var app = StackMobApp()
    let url = app.post("/todo", Self.body(["todo_id": "1", "pic": Self.value("YQ==")]))["pic"]
    #expect(app.put("/todo/1", Self.body(["pic": url ?? .null]))["pic"] == url)
    #expect(Self.fetch(url, &app).text == "a")
  }

  @Test(arguments: [
    "Content-Type:", "Content-Type: image/png", "Content-Type: image/png\n\nYQ==",
    "Content-Type: image/png\nContent-Disposition: attachment\n"
      + "Content-Transfer-Encoding: base64\n\nYQ==",
    "Content-Type: image/png\nContent-Disposition: attachment; filename=\n"
      + "Content-Transfer-Encoding: base64\n\nYQ==",
    "Content-Type: image/png\nContent-Disposition: attachment; filename=a\n"
      + "Content-Transfer-Encoding: quoted-printable\n\nYQ==",
    "Content-Type: image/png\nContent-Disposition: attachment; filename=a\n"
      + "Content-Transfer-Encoding: base64\n\nYQ=",
    "Content-Type: image\nContent-Disposition: attachment; filename=a\n"
      + "Content-Transfer-Encoding: base64\n\nYQ==",
    "Content-Type: a/b\u{1}\nContent-Disposition: attachment; filename=a\n"
      + "Content-Transfer-Encoding: base64\n\nYQ==",
    "Content-Type: a/b\nno colon\n\nYQ==",
  ])
  func `a binary field refuses a malformed file, and others store its text`(_ text: String)
    throws
  {
    var app = StackMobApp()
    #expect(app.post("/note", Self.body(["pic": .string(text)]))["pic"] == .string(text))
    #expect(app.get("/listapi")["note"]?["properties"]?["pic"]?["type"] == "string")
    try app.schema("todo", ["pic": "binary"])
    #expect(
      app.post("/todo", Self.body(["pic": .string(text)]))
        == .error(400, "Field pic holds a malformed binary value"))
  }

  @Test(arguments: [
    (
      "Content-Type: a/b\r\nContent-Disposition: attachment; filename=\"x y.txt\"\r\n"
        + "Content-Transfer-Encoding: BASE64\r\n\r\naGVs\r\nbG8=\r\n", "x y.txt"
    ),
    (
      "Content-Type: a/b; charset=utf-8\nContent-Transfer-Encoding: base64\n"
        + "Content-Disposition: attachment;filename=x\n\n a G V sbG8=", "x"
    ),
    (
      "Content-Type: a/b\nContent-Disposition: attachment; filename=\u{301}x\n"
        + "Content-Transfer-Encoding: base64\n\naGVsbG8=", "\u{301}x"
    ),
    (
      "Content-Type: a/b\nContent-Disposition: attachment; filename=\"\u{301}\"\n"
        + "Content-Transfer-Encoding: base64\n\naGVsbG8=", "\u{301}"
    ),
  ])
  func `a file's text may vary in line ends, quotes and spaces`(_ text: String, _ name: String) {
    let file = BinaryText.parse(text)
    #expect(file?.name == name)
    #expect(file?.bytes == Array("hello".utf8))
  }

  @Test func `a string field and an app without inference keep the text of a file`() {
    var app = StackMobApp()
    app.post("/todo", #"{"pic":"x"}"#)
    #expect(app.post("/todo", Self.body(["pic": Self.value("YQ==")]))["pic"] == Self.value("YQ=="))
    var other = StackMobApp { $0.infersBinary = false }
    #expect(
      other.post("/todo", Self.body(["pic": Self.value("YQ==")]))["pic"] == Self.value("YQ=="))
  }

  @Test func `the configuration can set prefix and bucket of files' URLs`() {
    var app = StackMobApp {
      $0.binaryURLPrefix = "http://s3.amazonaws.com"
      $0.binaryBucket = "my bucket"
    }
    let url = app.post("/todo", Self.body(["todo_id": "1", "pic": Self.value("YQ==", name: "a")]))
    #expect(url["pic"] == "http://s3.amazonaws.com/my%20bucket/todo/1/pic/a")
    #expect(
      Self.fetch(.string("http://x/_s3" + (url["pic"]?.string?.dropFirst(23) ?? "")), &app)
        .text == "a")
  }

  @Test func `production has files of its own`() throws {
    var app = StackMobApp()
    try app.schema("todo", ["pic": "binary"])
    try app.given("version deployed", ["version": 1])
    app.version = 1
    let url = app.post("/todo", Self.body(["todo_id": "1", "pic": Self.value("YQ==")]))["pic"]
    #expect(url?.string?.contains("/ghostlight-production/todo/1/pic/") == true)
    #expect(Self.fetch(url, &app).text == "a")
    let moved = url?.string?.replacing("production", with: "development") ?? ""
    #expect(Self.fetch(.string(moved), &app).status == .notFound)
  }

  @Test func `a configured bucket has the files of both environments`() throws {
    var app = StackMobApp { $0.binaryBucket = "test-stackmob" }
    try app.schema("todo", ["pic": "binary"])
    try app.given("version deployed", ["version": 1])
    for (version, text) in [(0, "YQ=="), (1, "Yg==")] {
      app.version = version
      let url = app.post(
        "/todo", Self.body(["todo_id": .string("\(version)"), "pic": Self.value(text)]))["pic"]
      #expect(url?.string?.contains("/_s3/test-stackmob/todo/\(version)/pic/") == true)
      #expect(Self.fetch(url, &app).text == (version == 0 ? "a" : "b"))
      let missing = url?.string?.replacing("/pic/", with: "/pic2/") ?? ""
      #expect(Self.fetch(.string(missing), &app).status == .notFound)
    }
  }

  @Test func `a file's URL can be read with HEAD, from web pages and with a query`() {
    var app = StackMobApp()
    let url = app.post("/todo", Self.body(["todo_id": "1", "pic": Self.value("YQ==")]))["pic"]
    let path = url?.string?.dropFirst(21) ?? ""
    var request = Request(.head, RequestTarget(String(path)))
    request.headers[.origin] = "http://a"
    let answer = app.answer(request)
    #expect(answer.response.status == .ok)
    #expect(answer.response.headers[.accessControlAllowOrigin] == "http://a")
    #expect(answer.route == "File")
    #expect(app.backend.route(of: request) == "File")
    #expect(app.get("/todo?pic=\(url?.string ?? "")").all("todo_id") == ["1"])
  }
}
