import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Control listener` {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"), ("::1", "::1"),
    ("127.0.0.5", "127.0.0.5"), ("localhost", "127.0.0.1"), ("mac.local", "127.0.0.1"),
    ("192.168.1.5", "127.0.0.1"), ("127.evil.example", "127.0.0.1"), ("127.1", "127.0.0.1"),
    ("::ffff:192.168.1.5", "127.0.0.1"), ("", "127.0.0.1"),
  ])
  func `the control listener binds loopback by default`(_ host: String, _ bound: String) {
    var options = ServerOptions()
    options.host = host
    #expect(options.boundControlHost == bound)
    options.controlHost = "0.0.0.0"
    #expect(options.boundControlHost == "0.0.0.0")
    let listeners = options.listeners(of: [.mia()]).map { "\($0.name) \($0.host) \($0.port)" }
    #expect(listeners == ["control 0.0.0.0 4400", "mia \(host) 4402"])
  }

  @Test func `the control listener is closed to the network when the emulators are open`()
    async throws
  {
    var options = ServerOptions.patient
    options.host = "0.0.0.0"
    let server = try await EmulatorServer.start(Stage(), options)
    let control = try #require(server.addresses.first)
    #expect(control.listensAt.hasPrefix("http://127.0.0.1:"))
    #expect(server.addresses.dropFirst().allSatisfy { $0.url.hasPrefix("http://0.0.0.0:") })
    #expect(server.controlToken == nil)
    let port = try #require(HTTPOrigin(control.url)?.port)
    await #expect(throws: (any Error).self) {
      try await RawClient.connect(toPort: port, of: "127.0.0.2")
    }
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `an open control listener needs the generated token, also for events`() async throws {
    var options = ServerOptions.patient
    options.controlHost = "127.0.0.1"
    let server = try await EmulatorServer.start(Stage(), options)
    let token = try #require(server.controlToken)
    let port = try #require(server.addresses.first.flatMap { HTTPOrigin($0.url)?.port })
    for (field, status) in [("X: y", 401), ("Authorization: Bearer \(token.text)", 200)] {
      for path in ["clock", "events"] {
        let client = try await RawClient.connect(toPort: port)
        await client.send(
          "GET /__ghostlight/v1/\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(field)\r\n\r\n")
        let answer = try await client.receiveBytes { $0.count > 12 }
        #expect(String(decoding: answer.prefix(12), as: UTF8.self) == "HTTP/1.1 \(status)")
        await client.close()
      }
    }
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `the console stays signed in when the stage is replaced`() throws {
    var options = ServerOptions()
    options.isReplaceable = true
    options.controlToken = ControlToken("s3cr3t-s3cr3t-s3cr3t")
    let responders = StageResponders(Stage(), options)
    let call = { (path: String, method: HTTPRequest.Method, headers: HTTPFields) -> Response? in
      let request = Request(
        method, RequestTarget("/__ghostlight/v1/" + path), authority: "h:1", headers: headers)
      return responders.responder(for: "control").respondNow(request)
    }
    let signedIn = call("session", .post, [.authorization: "Bearer s3cr3t-s3cr3t-s3cr3t"])
    let cookie = String(try #require(signedIn?.headers[.setCookie]).prefix { $0 != ";" })
    responders.replace(with: Stage())
    #expect(call("clock", .get, [.cookie: cookie])?.status == .ok)
    #expect(call("clock", .get, [:])?.status == .unauthorized)
  }
}
