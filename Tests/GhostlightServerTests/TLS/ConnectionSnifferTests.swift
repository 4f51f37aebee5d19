import GhostlightCore
import NIOSSL
import SwiftASN1
import TestExecutors
import TestSupport
import Testing
import X509

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `HTTP and HTTPS on one port` {
  private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
  private let plain = Response.wire("http ")
  private let secure = Response.wire("https ")

  @Test func `each request has the scheme that it arrived by`() async throws {
    try await servingSecurely { server, file in
      let first = try await RawClient.connect(to: server)
      let second = try await TLSClient.connect(to: server, trusting: file)
      for count in 1...3 {
        await first.send(get)
        await second.send(get)
        #expect(
          try await first.receive(bytes: count * plain.utf8.count)
            == String(repeating: plain, count: count))
        #expect(
          try await second.receive(bytes: count * secure.utf8.count)
            == String(repeating: secure, count: count))
      }
      await first.close()
      await second.close()
      #expect(server.addresses["test"]?.secureURL.hasPrefix("https://127.0.0.1:") == true)
    }
  }

  @Test func `large bodies and pipelined requests pass through TLS`() async throws {
    try await servingSecurely { server, file in
      let client = try await TLSClient.connect(to: server, trusting: file)
      let body = String(repeating: "0123456789abcdef", count: 40_000)
      let post =
        "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      await client.send(post + get + post)
      let large = Response.wire("https " + body)
      let expected = large + secure + large
      let received = try await client.receive(bytes: expected.utf8.count)
      #expect(received == expected)
      await client.close()
    }
  }

  @Test(arguments: [nil, "localhost", "example.com", "alice.localhost", "Run-7.a.localhost"])
  func `the certificate is for the requested namespace or the server's own names`(
    _ name: String?
  ) async throws {
    try await servingSecurely { server, file in
      let client = try await TLSClient.connect(to: server, trusting: file, asking: name)
      await client.send(get)
      #expect(try await client.receive(bytes: secure.utf8.count) == secure)
      let certificate = try Certificate(derEncoded: client.handshake.certificate)
      let names = try certificate.extensions.subjectAlternativeNames.map(Array.init) ?? []
      if let name, name.hasSuffix(".localhost") {
        #expect(names == [.dnsName(name.lowercased())])
      } else {
        #expect(names == CertificateNames(host: "127.0.0.1").names)
      }
      await client.close()
    }
  }

  @Test func `a client with a different authority fails without effect on others`() async throws {
    try await servingSecurely { server, file in
      try await Scratch.use { scratch in
        let other = try CertificateAuthority.open(
          in: scratch.path, nowMilliseconds: Scratch.now)
        await #expect(throws: NIOSSLError.self) {
          _ = try await TLSClient.connect(to: server, trusting: other.certificateFile)
        }
      }
      let client = try await TLSClient.connect(to: server, trusting: file)
      await client.send(get)
      #expect(try await client.receive(bytes: secure.utf8.count) == secure)
      await client.close()
    }
  }

  @Test(arguments: [
    (["h2", "http/1.1"], "http/1.1"), (["http/1.1"], "http/1.1"), (["h2"], nil), ([], nil),
  ])
  func `ALPN chooses HTTP 1.1`(_ offered: [String], _ chosen: String?) async throws {
    try await servingSecurely { server, file in
      let client = try await TLSClient.connect(to: server, trusting: file, offering: offered)
      #expect(client.handshake.chosen == chosen)
      await client.send(get)
      #expect(try await client.receive(bytes: secure.utf8.count) == secure)
      await client.close()
    }
  }

  @Test(arguments: [
    "\u{16}", "\u{16}\u{3}\u{1}\u{0}\u{5}hello", "\u{16}GET / HTTP/1.1\r\nHost: h\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{7f}\u{7f}" + String(repeating: "x", count: 100_000),
  ])
  func `an invalid handshake affects only its own connection`(_ garbage: String) async throws {
    try await servingSecurely { server, file in
      let broken = try await RawClient.connect(to: server)
      await broken.send(garbage)
      try? await broken.closeOutput()
      let answer = try await broken.receiveAll()
      #expect(!answer.contains("HTTP"))
      let first = try await RawClient.connect(to: server)
      await first.send(get)
      #expect(try await first.receive(bytes: plain.utf8.count) == plain)
      await first.close()
      let second = try await TLSClient.connect(to: server, trusting: file)
      await second.send(get)
      #expect(try await second.receive(bytes: secure.utf8.count) == secure)
      await second.close()
    }
  }

  @Test func `TLS is closed properly after the last response`() async throws {
    try await servingSecurely { server, file in
      let client = try await TLSClient.connect(to: server, trusting: file)
      await client.send("GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let expected = Response.wire("https ", extra: "Connection: close\r\n")
      #expect(try await client.receiveAll() == expected)
      #expect(client.end == .closed)
      await client.close()
    }
  }

  @Test func `a reset closes the socket without ending TLS`() async throws {
    var response = Response.text("never")
    response.delivery = .reset
    try await servingSecurely(.always(response)) { server, file in
      let client = try await TLSClient.connect(to: server, trusting: file)
      await client.send(get)
      #expect(try await client.receiveAll() == "")
      #expect(client.end == .reset)
    }
  }

  @Test func `clients beyond the limit get 503 over HTTP and HTTPS`() async throws {
    var limits = ServerLimits.patient
    limits.connections = 1
    try await servingSecurely(limits: limits) { server, file in
      let first = try await RawClient.connect(to: server)
      await first.send(get)
      #expect(try await first.receive(bytes: plain.utf8.count) == plain)
      let second = try await TLSClient.connect(to: server, trusting: file)
      await second.send(get)
      #expect(try await second.receiveAll().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      await second.close()
      let third = try await RawClient.connect(to: server)
      await third.send(get)
      #expect(try await third.receiveAll().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      await third.close()
      await first.close()
    }
  }

  @Test func `draining closes idle connections of HTTP and HTTPS`() async throws {
    try await Scratch.use { scratch in
      let tls = try ServerTLS.authority(folder: scratch.path, host: "127.0.0.1")
        .open(nowMilliseconds: Scratch.now)
      let file = CertificateAuthority.certificateFile(in: scratch.path)
      let server = try await HTTPServer.start(
        [Listener("test", responder: .scheme).securing(with: tls)], limits: .patient,
        eventLoops: 1)
      let first = try await RawClient.connect(to: server)
      let second = try await TLSClient.connect(to: server, trusting: file)
      await second.send(get)
      #expect(try await second.receive(bytes: secure.utf8.count) == secure)
      #expect(await server.drain(timeoutSeconds: 600) == 0)
      #expect(try await first.receiveAll() == "")
      #expect(try await second.receiveAll() == secure)
      #expect(second.end == .closed)
    }
  }
}
