import Ghostlight
import GhostlightCore
import GhostlightRecording
import Synchronization
import TestExecutors
import TestSupport
import Testing
import X509

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Proxy recording` {
  /// The recorded exchanges, one line for each.
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func recording(trusting file: String? = nil) -> ProxyRecording {
      ProxyRecording(trustFile: file) { [self] responder in
        Responder(name: responder.name) { request in
          let response = await responder.respond(request)
          self.lines.withLock {
            $0.append(
              "\(request.method.rawValue) \(request.scheme)://\(request.authority)"
                + "\(request.target.raw) \(response.status.code)")
          }
          return response
        }
      }
    }
  }

  /// Starts a proxy, and a second server with a certificate for loopback and `elsewhere.example`.
  private func serve(
    _ settings: ProxySettings, isTrusted: Bool = true,
    _ body: (ProxiedServer, _ port: Int, Lines) async throws -> Void
  ) async throws {
    try await Scratch.use { scratch in
      let authority = try CertificateAuthority.open(
        in: scratch.path, nowMilliseconds: Scratch.now)
      let tls = try TLSContext(
        authority, host: "elsewhere.example", nowMilliseconds: Scratch.now)
      try await serving(.scheme, tls) { elsewhere in
        let port = elsewhere.addresses["test"]?.port ?? 0
        let lines = Lines()
        try await servingProxy({ options in
          options.settings = settings
          options.resolveToLoopback()
          options.recording = lines.recording(
            trusting: isTrusted ? authority.certificateFile : nil)
        }) { try await body($0, port, lines) }
      }
    }
  }

  private static func request(_ authority: String) -> String {
    "POST /x?y=1 HTTP/1.1\r\nHost: \(authority)\r\nContent-Length: 1\r\nConnection: close\r\n\r\na"
  }

  private static var any: ProxySettings {
    var settings = ProxySettings()
    settings.other = .record
    return settings
  }

  @Test func `the proxy records requests with TLS and without`() async throws {
    try await serve(Self.any) { server, port, lines in
      let host = "elsewhere.example:\(port)"
      let client = try await server.connect(to: host, asking: "elsewhere.example")
      await client.send(Self.request(host))
      let answer = try await client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.hasSuffix("https a"))
      let plain = try await server.answer(
        to: "POST http://\(host)/z HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 1\r\n"
          + "Connection: close\r\n\r\nb")
      #expect(plain.hasSuffix("http b"))
      #expect(
        lines.all == ["POST https://\(host)/x?y=1 200", "POST http://\(host)/z 200"])
    }
  }

  @Test func `the proxy records only hosts of its rules and signs only for them`() async throws {
    let settings = ProxySettings.leading("elsewhere.example", to: "record")
    try await serve(settings) { server, port, lines in
      let host = "elsewhere.example:\(port)"
      let client = try await server.connect(to: host, asking: "elsewhere.example")
      await client.send(Self.request(host))
      #expect(try await client.receiveAll().hasSuffix("https a"))
      #expect(lines.all == ["POST https://\(host)/x?y=1 200"])
      let line = try await server.refusal(of: "other.example:\(port)")
      #expect(line == "HTTP/1.1 403 Forbidden")
      let authority = try #require(
        try CertificateAuthority.existing(in: server.folder + "/proxy"))
      let constraints = try #require(try authority.certificate.extensions.nameConstraints)
      #expect(constraints.permittedDNSDomains.contains("elsewhere.example"))
    }
  }

  @Test func `a host with an untrusted certificate gets 502`() async throws {
    try await serve(Self.any, isTrusted: false) { server, port, lines in
      let host = "elsewhere.example:\(port)"
      let client = try await server.connect(to: host, asking: "elsewhere.example")
      await client.send(Self.request(host))
      let answer = try await client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"))
      #expect(answer.contains("\(host) cannot be reached: it is not trusted: its certificate is "))
      #expect(lines.all == ["POST https://\(host)/x?y=1 502"])
    }
  }

  @Test func `a recording proxy never connects to this machine`() async throws {
    try await servingProxy({ options in
      options.settings = Self.any
      options.recording = Lines().recording()
      options.resolveToLoopback(isAdmitted: false)
    }) { server in
      for host in ["localhost", "127.0.0.1", "[::1]", "169.254.169.254"] {
        let line = try await server.refusal(of: "\(host):\(server.controlPort)")
        #expect(line == "HTTP/1.1 403 Forbidden", "\(host)")
      }
      let client = try await server.connect(
        to: "rebound.example:\(server.controlPort)", asking: "rebound.example")
      await client.send(Self.request("rebound.example:\(server.controlPort)"))
      #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    }
  }

  @Test func `the proxy's own refusals are not recorded`() async throws {
    let recorder = Recorder(now: { 1 })
    try await servingProxy({ options in
      options.settings = Self.any
      options.recording = ProxyRecording { $0.recorded(into: recorder) }
      options.resolveToLoopback(isAdmitted: false)
    }) { server in
      let host = "rebound.example:\(server.controlPort)"
      let client = try await server.connect(to: host, asking: "rebound.example")
      await client.send(Self.request(host))
      #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
      let plain = try await server.answer(
        to: "GET http://\(host)/z HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      #expect(plain.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    }
    #expect(recorder.count == 0)
  }
}
