import Ghostlight
import GhostlightCore
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Control call bodies` {
  private static let token = "0123456789abcdef"

  private func wire(token: String?) throws -> (wire: Wire, resources: ServerResources) {
    let access = ControlGuard(token.flatMap { ControlToken($0) }, isConsoleReadOnly: false)
    var resources = ServerResources(executor: ManualExecutor(), limits: .standard)
    resources.isControl = true
    resources.denial = { ControlAPI.denial(of: $0, by: access) }
    return (try Wire(.echo, sharing: resources), resources)
  }

  private func head(_ line: String, _ fields: String) -> String {
    "\(line) HTTP/1.1\r\n\(fields)\r\nContent-Length: 12000000\r\n\r\n"
  }

  @Test(arguments: [
    ("PUT /__ghostlight/v1/snapshot", "Host: h"),
    ("PUT /__ghostlight/v1/snapshot", "Host: h\r\nAuthorization: Bearer 0123456789abcdeg"),
    ("PUT /__ghostlight/v1/snapshot", "Host: 127.0.0.1\r\nExpect: 100-continue"),
    ("POST /__ghostlight/v1/session", "Host: h\r\nCookie: ghostlight-control-80=x"),
    ("GET /__ghostlight/v1/health", "Host: h"), ("POST /console", "Host: h"),
    ("POST /nothing", "Host: h"),
  ])
  func `the body of a call without the token is not read`(_ line: String, _ fields: String) throws {
    let (wire, resources) = try wire(token: Self.token)
    try wire.send(head(line, fields) + String(repeating: "x", count: 100_000))
    let response = try wire.received()
    #expect(response.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"), "\(response)")
    #expect(response.contains("\r\nConnection: close\r\n"))
    #expect(resources.bodies.freeBytes == ServerLimits.standard.allBodiesBytes)
  }

  @Test(arguments: ["Host: evil.example", "Host: 127.0.0.1\r\nOrigin: http://evil.example"])
  func `the body of a control call from a foreign page is not read`(_ fields: String) throws {
    let (wire, _) = try wire(token: nil)
    try wire.send(head("PUT /__ghostlight/v1/snapshot", fields))
    let response = try wire.received()
    #expect(response.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(response)")
    #expect(response.contains("\r\nConnection: close\r\n"))
  }

  @Test(arguments: [
    (token, "Host: h\r\nAuthorization: Bearer \(token)"), (nil, "Host: localhost"),
  ])
  func `the body of an admitted control call is read`(_ token: String?, _ fields: String) throws {
    let (wire, _) = try wire(token: token)
    try wire.send("PUT /a HTTP/1.1\r\n\(fields)\r\nContent-Length: 2\r\n\r\nab")
    #expect(try wire.received().hasSuffix(" ab"))
    #expect(wire.isOpen)
  }

  @Test func `control clients without the token cannot delay emulator bodies`() async throws {
    var options = ServerOptions.patient
    options.controlHost = "127.0.0.1"
    options.limits = .standard
    let server = try await EmulatorServer.start(Stage(), options)
    let (control, mia) = (try server.port("control"), try server.port("mia"))
    var clients: [RawClient] = []
    for _ in 0..<3 {
      let client = try await RawClient.connect(toPort: control)
      await client.send(
        "PUT /__ghostlight/v1/snapshot HTTP/1.1\r\nHost: h\r\nContent-Length: 120000000\r\n\r\n")
      clients.append(client)
    }
    for _ in 0..<20 {
      let client = try await RawClient.connect(toPort: mia)
      await client.send(
        "POST /v2/notes/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\nx")
      clients.append(client)
    }
    let other = try await RawClient.connect(toPort: mia)
    await other.send(
      "POST /v2/notes/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n")
    await other.send([UInt8](repeating: 120, count: 1_000_000))
    let response = try await other.receiveBytes { $0.count > 12 }
    #expect(String(decoding: response.prefix(9), as: UTF8.self) == "HTTP/1.1 ")
    for client in clients[..<3] {
      #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
    }
    for client in clients + [other] { await client.close() }
    await server.drain(timeoutSeconds: 0)
  }
}
