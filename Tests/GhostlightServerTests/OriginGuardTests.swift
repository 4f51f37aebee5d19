import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Origin guard` {
  private static func emulator(_ name: String) throws -> Service {
    try #require(Service.all.first { $0.name == name })
  }

  @Test(arguments: [
    ("stackmob", "http://localhost:3000", true), ("stackmob", "https://localhost", true),
    ("mia", "http://LOCALHOST:8080", true), ("egf2", "http://shop.localhost:5173", true),
    ("stackmob", "http://127.0.0.1", true), ("stackmob", "https://127.9.8.7:1", true),
    ("mia", "http://[::1]:4200", true),
    ("stackmob", "https://www.stackmob.com", true), ("stackmob", "http://stackmob.com", true),
    ("stackmob", "http://dev.shop.acme.stackmobapp.com", true),
    ("stackmob", "https://app.stackmobapp.com", true),
    ("stackmob", "http://stackmobapp.com", false),
    ("mia", "https://app.stackmobapp.com", false),
    ("mia", "https://shop.mia-platform.eu", true),
    ("egf2", "http://mac.local:3000", true), ("egf2", "https://a.dev.corp", true),
    // The emulator itself served the page.
    ("stackmob", "http://10.0.2.2:4401", true),
    ("stackmob", "http://10.0.2.2:3000", false),
    ("stackmob", "https://evil.example", false), ("mia", "http://evil.example", false),
    ("egf2", "http://evil.example:80", false),
    ("stackmob", "null", false), ("mia", "null", false), ("egf2", "file://", false),
    ("stackmob", "", false), ("stackmob", "ionic://localhost", false),
    ("stackmob", "http://localhost.evil.example", false),
    ("stackmob", "http://127.0.0.1.evil.example", false),
    ("stackmob", "http://evil.example/localhost", false),
    ("stackmob", "http://localhost:3000@evil.example", false),
    ("stackmob", "http://evilstackmobapp.com", false),
    ("stackmob", "http://stackmobapp.com.evil.example", false),
    ("mia", "https://www.stackmob.com", false), ("egf2", "http://dev.corp", false),
    ("cosmos", "http://localhost:3000", false), ("appcenter", "http://localhost:3000", false),
  ])
  func `web pages are admitted or refused by their origin`(
    _ name: String, _ origin: String, _ isOurs: Bool
  ) throws {
    let guarding = OriginGuard(
      of: try Self.emulator(name), allowing: ["Mac.local", "*.dev.corp"])
    #expect(guarding.admits(origin, callingFor: "10.0.2.2:4401") == isOurs)
  }

  private static let members = [
    "stackmob": "allowedOrigins", "mia": "allowedOrigins", "egf2": "allowed_origins",
    "cosmos": "allowedOrigins", "appcenter": "allowedOrigins",
  ]

  @Test(
    arguments: ["stackmob", "mia", "egf2", "cosmos", "appcenter"],
    [
      (["null"], "null", true), (["null"], "http://localhost:3000", false),
      (["*"], "http://evil.example", true), (["*"], "null", true), ([], "http://localhost", false),
      (["https://shop.example"], "https://shop.example", true),
      (["https://shop.example"], "https://shop.example:8443", false),
    ] as [([String], String, Bool)])
  func `a list in the configuration replaces the default origins`(
    _ name: String, _ row: (list: [String], origin: String, isOurs: Bool)
  ) throws {
    let member = try #require(Self.members[name])
    let section: JSON = .object([member: .array(row.list.map(JSON.string))])
    let configuration = try StageConfiguration(
      json: .object([name: section]))
    let emulator = try #require(configuration.services.first { $0.name == name })
    #expect(
      OriginGuard(of: emulator, allowing: []).admits(row.origin, callingFor: "") == row.isOurs)
  }

  @Test(arguments: ["stackmob", "mia", "egf2", "cosmos", "appcenter"])
  func `foreign pages are refused without effect and with a remedy`(_ name: String) async throws {
    let stage = Stage()
    let server = try await EmulatorServer.start(stage, .patient)
    let port = try server.port(name)
    let member = try #require(Self.members[name])
    for (request, origin) in [
      ("POST /todo HTTP/1.1\r\nContent-Type: text/plain", "https://evil.example"),
      ("GET /todo HTTP/1.1", "null"),
      ("OPTIONS /todo HTTP/1.1\r\nAccess-Control-Request-Method: PUT", "https://evil.example"),
      (
        "GET /v1/listen HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "https://evil.example"
      ),
    ] {
      let text = try await RawClient.exchange(
        "\(request)\r\nHost: 127.0.0.1:\(port)\r\nOrigin: \(origin)\r\n"
          + "Connection: close\r\n\r\n", withPort: port)
      let reason =
        "web pages of \(origin) are not allowed: add \"\(member)\": [\"\(origin)\"] to \"\(name)\" "
        + "in ghostlight.json"
      #expect(text.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(text)")
      #expect(text.contains("\r\nX-Ghostlight-Reason: \(reason)\r\n"), "\(text)")
      #expect(!text.lowercased().contains("access-control-"))
    }
    #expect(try stage.namespace().journal.isEmpty)
    await server.drain(timeoutSeconds: 0)
  }

  @Test(arguments: [
    ("https://shop.example:8443", "add --allow-host shop.example"),
    ("null", "open the page from a server of this machine, such as http://localhost:3000"),
  ])
  func `a service that has no list of origins names what admits the page`(
    _ origin: String, _ remedy: String
  ) async {
    let service = Service(
      name: "payments", title: "Payments", port: 0, seed: RecordingBackend(Recording()))
    let responder = OriginGuard(of: service, allowing: []).guarding(
      Responder(name: "payments", immediate: { _ in Response(.ok) }))
    var request = Request(.get, "/")
    request.headers[.origin] = origin
    let response = await responder.respond(request)
    let reason = "web pages of \(origin) are not allowed: \(remedy)"
    #expect(response.status == .forbidden)
    #expect(response.json == ["error": .string(reason)])
  }

  @Test func `pages of this machine may read the responses`() async throws {
    let server = try await EmulatorServer.start(Stage(), .patient)
    for name in ["stackmob", "mia", "egf2"] {
      let text = try await RawClient.exchange(
        "OPTIONS /todo HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n"
          + "Access-Control-Request-Method: PUT\r\nConnection: close\r\n\r\n",
        withPort: server.port(name))
      let field = "\r\nAccess-Control-Allow-Origin: http://localhost:3000\r\n"
      #expect(text.contains(field), "\(text)")
    }
    await server.drain(timeoutSeconds: 0)
  }
}
