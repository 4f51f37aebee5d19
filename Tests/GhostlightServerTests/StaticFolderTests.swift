import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Folder of web pages` {
  /// Creates a folder `html` with files, and with links to files in it and outside it.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["index.html", "js/app.js", "docs/index.html", "empty/a b.txt", ".git/config"] {
      try folder.write("file \(name)", to: "html/\(name)")
    }
    try folder.write("secret", to: "secret/key.txt")
    try folder.write("secret", to: "html-of-others/key.txt")
    for (link, target) in [
      ("out.txt", folder["secret/key.txt"]), ("out", "../secret"), ("beside", "../html-of-others"),
      ("up", ".."), ("git", ".git"), ("none", "nowhere"), ("in.js", "js/app.js"), ("self", "."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder["html/" + link], withDestinationPath: target)
    }
    mkfifo(folder["html/pipe"], 0o600)
    return folder
  }

  private static func get(
    _ target: String, _ folder: TemporaryFolder, _ method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:]
  ) -> Response {
    StaticFolder(folder["html"]).response(
      to: Request(method, RequestTarget(target), headers: headers))
  }

  private static func missing(_ reason: String) -> Response {
    var response = Response.json(.notFound, ["error": .string(reason)])
    response.headers[.ghostlightReason] = reason
    return response
  }

  private static func file(_ text: String, _ type: String, tag: String?) -> Response {
    var response = Response(
      .ok, headers: [.cacheControl: "no-cache", .contentType: type], body: Array(text.utf8))
    response.headers[.eTag] = tag
    return response
  }

  @Test(arguments: [
    ("/", "file index.html", "text/html; charset=utf-8"),
    ("/index.html?x=1", "file index.html", "text/html; charset=utf-8"),
    ("/js/app.js", "file js/app.js", "text/javascript; charset=utf-8"),
    ("/docs/", "file docs/index.html", "text/html; charset=utf-8"),
    ("/empty/a%20b.txt", "file empty/a b.txt", "text/plain; charset=utf-8"),
    ("/in.js", "file js/app.js", "text/javascript; charset=utf-8"),
    ("/self/js/app.js", "file js/app.js", "text/javascript; charset=utf-8"),
  ])
  func `a path leads to a file of the folder`(
    _ target: String, _ text: String, _ type: String
  ) throws {
    let folder = try Self.folder()
    let response = Self.get(target, folder)
    #expect(response.headers[.eTag]?.isEmpty == false)
    #expect(response == Self.file(text, type, tag: response.headers[.eTag]))
  }

  @Test(arguments: [
    "/../secret/key.txt", "/js/../../secret/key.txt", "/%2e%2e/secret/key.txt",
    "/%2E./secret/key.txt", "/..%2fsecret%2fkey.txt", "/js%2fapp.js", "/js/app.js%00",
    "/js/app.js%00.html", "//secret/key.txt", "//js/app.js", "/js//app.js", "/./index.html",
    "/.git/config", "/js/.hidden", "/%2egit/config", "/a%", "/%ff",
  ])
  func `a path with other parts than names is refused`(_ target: String) throws {
    #expect(
      Self.get(target, try Self.folder())
        == Self.missing(
          "\(target) is not the path of a file: a part is empty, begins with a dot, or contains an "
            + "escaped slash or NUL"))
  }

  @Test(arguments: ["*", "", "secret/key.txt"])
  func `a target without a leading slash is refused`(_ target: String) throws {
    #expect(
      Self.get(target, try Self.folder()) == Self.missing("\(target) is not the path of a file"))
  }

  @Test(arguments: ["out.txt", "out", "out/key.txt", "beside/key.txt", "up", "up/secret/key.txt"])
  func `a link out of the folder is refused`(_ path: String) throws {
    #expect(
      Self.get("/" + path, try Self.folder())
        == Self.missing("\(path) is a link out of the folder of \"static\""))
  }

  @Test(arguments: ["git", "git/config"])
  func `a link to a hidden file is refused`(_ path: String) throws {
    #expect(
      Self.get("/" + path, try Self.folder()) == Self.missing("\(path) is a link to a hidden file"))
  }

  @Test(arguments: [
    ("/app.js", "app.js"), ("/none", "none"), ("/pipe", "pipe"), ("/empty/", "empty/index.html"),
    ("/index.html/", "index.html"), ("/index.html/x", "index.html/x"), ("/up/", "up"),
  ])
  func `a path without a regular file is missing`(_ target: String, _ path: String) throws {
    let expected =
      target == "/up/"
      ? "up is a link out of the folder of \"static\""
      : "the folder of \"static\" has no file \(path)"
    #expect(Self.get(target, try Self.folder()) == Self.missing(expected))
  }

  @Test func `a folder without a slash redirects to the path with a slash`() throws {
    let folder = try Self.folder()
    #expect(
      Self.get("/docs?a=b", folder) == Response(.found, headers: [.location: "/docs/?a=b"]))
    #expect(Self.get("/empty", folder) == Response(.found, headers: [.location: "/empty/"]))
  }

  @Test func `a file that the client already has is not sent again`() throws {
    let folder = try Self.folder()
    let tag = try #require(Self.get("/", folder).headers[.eTag])
    let unchanged = Response(.notModified, headers: [.eTag: tag, .cacheControl: "no-cache"])
    #expect(Self.get("/", folder, headers: [.ifNoneMatch: tag]) == unchanged)
    #expect(Self.get("/", folder, headers: [.ifNoneMatch: "\"x\", W/\(tag)"]) == unchanged)
    #expect(Self.get("/", folder, headers: [.ifNoneMatch: "*"]) == unchanged)
    try folder.write("longer than before", to: "html/index.html")
    let changed = Self.get("/", folder, headers: [.ifNoneMatch: tag])
    #expect(changed.headers[.eTag] != tag)
    #expect(changed.text == "longer than before")
  }

  @Test func `a long file is streamed with its length`() throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "0123456789", count: 30_000)
    try folder.write(text, to: "html/long.bin")
    let response = Self.get("/long.bin", folder)
    #expect(response.body.count == 65_536)
    #expect(response.headers[.contentLength] == "300000")
    #expect(response.headers[.contentType] == "application/octet-stream")
    #expect(response.collected().text == text)
    let head = Self.get("/long.bin", folder, .head)
    #expect(head.headers == response.headers)
    #expect(head.body.isEmpty && head.stream == nil)
  }

  @Test func `a file that becomes shorter ends its response early`() throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "x", count: 100_000), to: "html/a.txt")
    let response = Self.get("/a.txt", folder)
    #expect(truncate(folder["html/a.txt"], 70_000) == 0)
    #expect(
      response.collected().json == ["error": "the file became shorter"])
  }

  @Test func `the hosts of apps serve files and the API, to no foreign page`() async throws {
    let folder = try Self.folder()
    var configuration = StageConfiguration()
    configuration.services[0].pageFolder = folder["html"]
    let stage = Stage(configuration)
    let server = try await EmulatorServer.start(stage, .patient)
    let port = try server.port("stackmob")
    let key = "X-StackMob-API-Key: \(StackMobConfiguration().developmentKeys.publicKey)\r\n"
    let app = "dev.shop.acme.stackmobapp.com"
    for (line, host, fields, status, end) in [
      ("GET /", app, "", "200 OK", "file index.html"),
      ("GET /js/app.js", "static.stackmob.com", "", "200 OK", "file js/app.js"),
      ("HEAD /js/app.js", app, "", "200 OK", "\r\n\r\n"),
      ("GET /none", app, "", "404 Not Found", "has no file none\"}"),
      ("GET /listapi", app, key, "200 OK", "}"),
      ("GET /listapi", app, key + "Origin: https://\(app)\r\n", "200 OK", "}"),
      ("GET /", app, "Origin: https://evil.example\r\n", "403 Forbidden", "ghostlight.json\"}"),
      ("GET /todo", "127.0.0.1", "", "401 Unauthorized", "}"),
    ] {
      let text = try await RawClient.exchange(
        "\(line) HTTP/1.1\r\nHost: \(host)\r\n\(fields)Connection: close\r\n\r\n", withPort: port)
      #expect(text.hasPrefix("HTTP/1.1 \(status)\r\n") && text.hasSuffix(end), "\(line): \(text)")
    }
    #expect(
      try stage.namespace().journal.map(\.request.target.raw) == ["/listapi", "/listapi", "/todo"])
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `a proxy leads to the files, and without a folder to a reason`() async throws {
    let folder = try Self.folder()
    let app = "shop.acme.stackmobapp.com"
    let lines = "GET http://\(app)/ HTTP/1.1\r\nHost: \(app)\r\nConnection: close\r\n\r\n"
    var configuration = StageConfiguration()
    try await servingProxy(of: Stage(configuration)) { server in
      let text = try await server.answer(to: lines)
      #expect(text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
      #expect(
        text.hasSuffix(
          #"{"error":"HTML5 apps are not served: add \"static\": \"FOLDER\" to \"stackmob\" in "#
            + #"ghostlight.json"}"#), "\(text)")
    }
    configuration.services[0].pageFolder = folder["html"]
    try await servingProxy(of: Stage(configuration)) { server in
      let text = try await server.answer(to: lines)
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("file index.html"), "\(text)")
      let client = try await server.connect(to: "\(app):443", asking: app)
      await client.send("GET / HTTP/1.1\r\nHost: \(app)\r\n\r\n")
      #expect(try await client.receive { $0.hasSuffix("file index.html") }.contains(" 200 OK"))
      await client.close()
    }
  }
}
