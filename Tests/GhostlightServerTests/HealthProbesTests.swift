import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Health probes` {
  private static func responder(failure: String? = nil) -> Responder {
    HealthProbes.responder(failure: { failure }) { [("cosmos", "http://127.0.0.1:8081")] }
  }

  @Test(
    arguments: [
      ("/alive", nil, .ok, ["status": "alive"]), ("/ready", nil, .ok, ["status": "ready"]),
      (
        "/status", nil, .ok,
        [
          "status": "ready", "version": .string(Version.current),
          "services": ["cosmos": "http://127.0.0.1:8081"],
        ]
      ),
      ("/alive", "the disk is full", .ok, ["status": "alive"]),
      (
        "/ready", "the disk is full", .serviceUnavailable,
        ["status": "failed", "error": "the disk is full"]
      ),
      (
        "/status", "the disk is full", .serviceUnavailable,
        [
          "status": "failed", "error": "the disk is full", "version": .string(Version.current),
          "services": ["cosmos": "http://127.0.0.1:8081"],
        ]
      ),
      ("/ready?verbose=1", nil, .ok, ["status": "ready"]),
      ("/", nil, .notFound, ["error": "the probes are /alive, /ready and /status"]),
      ("/ready/", nil, .notFound, ["error": "the probes are /alive, /ready and /status"]),
    ] as [(RequestTarget, String?, HTTPResponse.Status, JSON)])
  func `each probe has the status and the body of its answer`(
    _ target: RequestTarget, _ failure: String?, _ status: HTTPResponse.Status, _ body: JSON
  ) {
    let response = Self.responder(failure: failure).respondNow(Request(.get, target))
    #expect(response == .json(status, body))
    #expect(
      Self.responder(failure: failure).respondNow(Request(.head, target))?.status == status)
  }

  @Test func `a probe takes no other method`() {
    var expected = Response.json(.methodNotAllowed, ["error": "the probes take GET and HEAD"])
    expected.headers[.allow] = "GET, HEAD"
    #expect(Self.responder().respondNow(Request(.post, "/ready")) == expected)
  }

  @Test func `the probes have their own port for as long as the server runs`() async throws {
    var options = ServerOptions.patient
    options.healthPort = 0
    let server = try await EmulatorServer.start(
      Stage(StageConfiguration(services: [.cosmos()])), options)
    let address = try #require(server.addresses.last)
    #expect(address.name == "health" && address.title == "Health")
    #expect(address.url.hasPrefix("http://127.0.0.1:") && address.listensAt == address.url)
    #expect(address.keys == [] && address.firstRequest == nil)
    let port = try server.port("health")
    let probe = "GET /status HTTP/1.1\r\nHost: any.example.com\r\nConnection: close\r\n\r\n"
    let answer = try await RawClient.exchange(probe, withPort: port)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    let cosmos = try server.port("cosmos")
    #expect(
      answer.hasSuffix(
        #"{"status":"ready","version":"\#(Version.current)","#
          + #""services":{"cosmos":"http://127.0.0.1:\#(cosmos)"}}"#), "\(answer)")
    await server.drain(timeoutSeconds: 0)
    await #expect(throws: (any Error).self) { try await RawClient.exchange(probe, withPort: port) }
  }

  @Test func `a server without the option has no probes`() async throws {
    let server = try await EmulatorServer.start(
      Stage(StageConfiguration(services: [.cosmos()])), .patient)
    #expect(server.addresses.map(\.name) == ["control", "cosmos"])
    await server.drain(timeoutSeconds: 0)
  }

  @Test(arguments: ["127.0.0.1", "0.0.0.0"])
  func `the probes bind the host of the emulators`(_ host: String) {
    var options = ServerOptions()
    (options.host, options.healthPort) = (host, 8080)
    #expect(
      options.listeners(of: [.cosmos()]).map { "\($0.name) \($0.host) \($0.port)" }
        == ["control 127.0.0.1 4400", "cosmos \(host) 8081", "health \(host) 8080"])
  }

  @Test func `a port of the probes that is in use is reported with its option`() async throws {
    let server = try await EmulatorServer.start(
      Stage(StageConfiguration(services: [.cosmos()])), .patient)
    var options = ServerOptions.patient
    options.healthPort = try server.port("control")
    await #expect(
      throws: ServerError.portTaken(
        name: "health", host: "127.0.0.1", port: options.healthPort ?? 0)
    ) { _ = try await EmulatorServer.start(Stage(), options) }
    #expect(
      "\(ServerError.portTaken(name: "health", host: "127.0.0.1", port: 8080))"
        .contains("or choose another port with --health-port (0 takes any free one)"))
    await server.drain(timeoutSeconds: 0)
  }
}
