import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Public address` {
  @Test(arguments: [
    ("https://api.example.com", "https://api.example.com"),
    ("HTTP://Mac.Example.com/", "http://mac.example.com"),
    ("https://api.example.com:443", "https://api.example.com"),
    ("https://api.example.com:8443", "https://api.example.com:8443"),
    ("http://[::1]:80", "http://[::1]"), ("http://localhost", "http://localhost"),
  ])
  func `a public address has a scheme, a host and optionally a port`(
    _ text: String, _ url: String
  ) throws { #expect(try PublicAddress(text).url == url) }

  @Test(arguments: [
    ("api.example.com", PublicAddressError.scheme("api.example.com")),
    ("ftp://a", .scheme("ftp://a")), ("https://a/b", .path("https://a/b")),
    ("https://me@a", .path("https://me@a")), ("https://a?b", .path("https://a?b")),
    ("https://", .host("https://")), ("https://a b", .host("https://a b")),
    ("https://a..b", .host("https://a..b")), ("https://a:99999", .host("https://a:99999")),
    ("https://a:0", .host("https://a:0")), ("https://a:x", .host("https://a:x")),
    ("http://my.localhost", .namespace("http://my.localhost")),
  ])
  func `an invalid public address gets a remedy`(_ text: String, _ error: PublicAddressError) {
    #expect(throws: error) { try PublicAddress(text) }
  }
}

/// Tests with a reverse proxy that changes `Host`, as nginx does by default.
///
/// URLs in responses must not depend on `Host`.
@Suite(.limitedConcurrency) struct `Reverse proxies` {
  private static func serve(
    own: [String: String] = [:], base: String? = nil,
    _ body: (EmulatorServer, Transport) async throws -> Void
  ) async throws {
    var options = ServerOptions.patient
    options.publicAddresses.base = try base.map { try PublicAddress($0) }
    options.publicAddresses.own = try own.mapValues { try PublicAddress($0) }
    let server = try await EmulatorServer.start(Stage(), options)
    try await body(server, .urlSession(URLSession(configuration: .patient)))
    await server.drain()
  }

  /// Returns a request whose host is the address on which an emulator listens.
  private static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, to name: String,
    of server: EmulatorServer, _ fields: [String: String] = [:], _ body: JSON? = nil
  ) throws -> Request {
    let address = try #require(server.addresses.first { $0.name == name })
    var request = Request(method, target, body: body?.bytes ?? [])
    request.authority = String(address.listensAt.dropFirst("http://".count))
    if body != nil { request.headers[.contentType] = "application/json" }
    for (name, value) in fields { request.headers[try #require(HTTPField.Name(name))] = value }
    return request
  }

  @Test func `all emulators share the public host with their own ports, control does not`()
    async throws
  {
    try await Self.serve(base: "https://mac.example.com") { server, _ in
      for address in server.addresses {
        let port = try #require(address.listensAt.split(separator: ":").last)
        let isControl = address.name == "control"
        #expect(
          address.url == (isControl ? address.listensAt : "https://mac.example.com:\(port)"))
      }
    }
  }

  @Test func `App Center returns Cosmos DB's public address with the namespace`()
    async throws
  {
    let own = ["cosmos": "https://cosmos.example.com", "appcenter": "https://tokens.example.com"]
    try await Self.serve(own: own) { server, transport in
      let accounts = [
        ("default", "https://cosmos.example.com"),
        ("Mine", "https://cosmos.example.com/__ghostlight/ns/Mine"),
      ]
      for (namespace, account) in accounts {
        let reply = try await transport.send(
          Self.request(
            .post, "/v0.1/data/tokens", to: "appcenter", of: server,
            [
              "App-Secret": AppCenterApp.defaultSecret, "X-Ghostlight-Namespace": namespace,
            ], ["partitions": ["readonly"]]))
        #expect(reply.json?["tokens"]?[0]?["dbAccount"] == .string(account), "\(reply.text)")
      }
    }
  }

  @Test func `a file of EGF2 has a public URL`() async throws {
    try await Self.serve(own: ["egf2": "https://egf2.example.com:8443"]) { server, transport in
      let user: JSON = [
        "first_name": "Ada", "last_name": "Lovelace", "date_of_birth": "1815-12-10",
        "email": "ada@example.com", "password": "engine1843",
      ]
      let token = try await transport.send(
        Self.request(.post, "/v1/register", to: "egf2", of: server, [:], user)
      ).json?["token"]?.string
      let file = try await transport.send(
        Self.request(
          .get, "/v1/new_file?mime_type=text/plain&title=x", to: "egf2", of: server,
          ["Authorization": "Bearer \(token ?? "")"]))
      let url = file.json?["upload_url"]?.string ?? ""
      #expect(url.hasPrefix("https://egf2.example.com:8443/"), "\(file.text)")
    }
  }

  @Test func `Cosmos DB's locations are public`() async throws {
    try await Self.serve(own: ["cosmos": "https://cosmos.example.com"]) { server, transport in
      let request = try Self.request(.get, "/", to: "cosmos", of: server)
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      let account = try await transport.send(request.signed(with: .wellKnown, milliseconds: now))
      for list in ["writableLocations", "readableLocations"] {
        let endpoints = account.json?[list]?.array?.map { $0["databaseAccountEndpoint"] }
        #expect(endpoints == ["https://cosmos.example.com/"], "\(account.text)")
      }
    }
  }

  @Test func `a file of StackMob has a public URL`() async throws {
    try await Self.serve(own: ["stackmob": "https://api.example.com"]) { server, transport in
      let file =
        "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n"
        + "Content-Transfer-Encoding: base64\n\naGVsbG8="
      let key = ["X-StackMob-API-Key": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]
      let photo = try await transport.send(
        Self.request(
          .post, "/photo", to: "stackmob", of: server, key,
          ["photo_id": "1", "file": .string(file)]))
      let url = photo.json?["file"]?.string ?? ""
      #expect(url.hasPrefix("https://api.example.com/"), "\(photo.text)")
    }
  }

  @Test func `a host under localhost still names the namespace`() async throws {
    try await Self.serve(base: "https://mac.example.com") { server, transport in
      let key = ["X-StackMob-API-Key": "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]
      var request = try Self.request(
        .post, "/note", to: "stackmob", of: server, key, ["note_id": "1"])
      request.authority = request.authority.replacing("127.0.0.1", with: "mine.localhost")
      #expect(try await transport.send(request).status == .created)
      for (namespace, status) in [("mine", HTTPResponse.Status.ok), ("default", .notFound)] {
        let fields = key.merging(["X-Ghostlight-Namespace": namespace]) { $1 }
        let read = try Self.request(.get, "/note/1", to: "stackmob", of: server, fields)
        #expect(try await transport.send(read).status == status)
      }
    }
  }

  @Test(arguments: [("api.example.com", 201), ("evil.example", 403)])
  func `the public host is admitted and foreign hosts are refused`(
    _ host: String, _ status: Int
  ) async throws {
    var options = ServerOptions()
    options.publicAddresses.own["stackmob"] = try PublicAddress("https://api.example.com")
    let responder = StageResponders(Stage(), options).responder(for: "stackmob")
    var request = Request(
      .post, "/note", authority: host, body: Array(#"{"note_id":"1"}"#.utf8))
    request.headers[try #require(HTTPField.Name("X-StackMob-API-Key"))] =
      "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    #expect(await responder.respond(request).status.code == status)
  }
}

@Suite(.limitedConcurrency) struct `Stage replacement` {
  @Test func `requests after a replacement are served by the new stage`() async throws {
    var options = ServerOptions.patient
    options.isReplaceable = true
    let server = try await EmulatorServer.start(Stage(), options)
    let transport = Transport.urlSession(URLSession(configuration: .patient))
    let url = try #require(server.addresses.first { $0.name == "stackmob" }).url
    var request = Request(.post, "/note", body: Array(#"{"note_id":"1"}"#.utf8))
    request.authority = String(url.dropFirst("http://".count))
    request.headers[try #require(HTTPField.Name("X-StackMob-API-Key"))] =
      "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    #expect(try await transport.send(request).status == .created)
    #expect(try await transport.send(request).status == .conflict)
    server.replace(with: Stage())
    #expect(try await transport.send(request).status == .created)
    await server.drain()
  }
}
