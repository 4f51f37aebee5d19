import Ghostlight
import GhostlightCore
import NIOCore
import NIOSSL
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Proxy for the vendors' hosts` {
  private static let key = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  private static func request(
    _ line: String, host: String = "api.stackmob.com", _ body: String = ""
  ) -> String {
    "\(line) HTTP/1.1\r\nHost: \(host)\r\nX-StackMob-API-Key: \(key)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `a TLS tunnel leads to the emulator for several requests`() async throws {
    try await servingProxy { server in
      let client = try await server.connect(
        to: "api.stackmob.com:443", asking: "api.stackmob.com", offering: ["h2", "http/1.1"])
      #expect(client.handshake.chosen == "http/1.1")
      let certificate = try Certificate(derEncoded: client.handshake.certificate)
      let names = try certificate.extensions.subjectAlternativeNames
      #expect(names.map(Array.init) == [.dnsName("api.stackmob.com")])
      await client.send(Self.request("POST /note", #"{"note_id":"1"}"#))
      var answer = try await client.receive { $0.contains("\"note_id\":\"1\"") }
      #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
      await client.send(Self.request("GET /note/1"))
      answer = try await client.receive { $0.components(separatedBy: "HTTP/1.1 ").count == 3 }
      #expect(answer.contains("HTTP/1.1 200 OK\r\n"))
      await client.close()
    }
  }

  @Test func `a client without a server name gets the tunnel's certificate`() async throws {
    try await servingProxy { server in
      // A client that sends no server name does not verify the name in the certificate.
      var client = RawTLS(server)
      var names = try await client.namesOffered(asking: nil)
      #expect(names == ["emulator.documents.azure.com"])
      client.authority = "EMULATOR.documents.azure.com.:443"
      names = try await client.namesOffered(asking: "emulator.documents.azure.com")
      #expect(names == ["emulator.documents.azure.com"])
    }
  }

  @Test(arguments: [
    "foreign.example", "evil.stackmob.com", "localhost", "documents.azure.com",
    "emulator.documents.azure.com.evil.example",
  ])
  func `a tunnel has no certificate for a different name`(_ name: String) async throws {
    try await servingProxy { server in
      await #expect(throws: (any Error).self) {
        try await server.connect(to: "emulator.documents.azure.com:443", asking: name)
      }
    }
  }

  @Test func `the proxy serves plain HTTP in a tunnel and whole URLs`() async throws {
    try await servingProxy { server in
      let tunnel = try await server.connect()
      await tunnel.send("CONNECT api.stackmob.com:80 HTTP/1.1\r\n\r\n")
      _ = try await tunnel.receive(endingWith: "\r\n\r\n")
      await tunnel.send(Self.request("POST /note", #"{"note_id":"1"}"#))
      let made = try await tunnel.receiveBytes { $0.suffix(1) == [UInt8(ascii: "}")] }
      #expect(String(decoding: made, as: UTF8.self).contains("HTTP/1.1 201 Created\r\n"))
      await tunnel.close()
      let plain = try await server.connect()
      await plain.send(Self.request("GET http://api.stackmob.com/note/1"))
      let found = try await plain.receiveBytes { $0.suffix(1) == [UInt8(ascii: "}")] }
      #expect(String(decoding: found, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
      await plain.close()
    }
  }

  @Test func `bytes that a client sends right after CONNECT are not lost`() async throws {
    try await servingProxy { server in
      let client = try await server.connect()
      let text =
        "CONNECT api.stackmob.com:80 HTTP/1.1\r\n\r\n" + Self.request("GET /note/none")
      for byte in Array(text.utf8).prefix(20) { await client.send([byte]) }
      await client.send(Array(Array(text.utf8).dropFirst(20)))
      let answer = try await client.receiveBytes { $0.suffix(1) == [UInt8(ascii: "}")] }
      let lines = String(decoding: answer, as: UTF8.self)
      #expect(lines.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 404 "))
      await client.close()
    }
  }

  @Test func `a request in a tunnel for a different host is refused`() async throws {
    try await servingProxy { server in
      for host in ["evil.example", "127.0.0.1:\(server.controlPort)", "api.stackmob.com:81"] {
        let client = try await server.connect()
        await client.send(
          "CONNECT api.stackmob.com:80 HTTP/1.1\r\n\r\n"
            + Self.request("GET /note", host: host))
        let answer = try await client.receiveBytes {
          $0.suffix(1) == [UInt8(ascii: "\n")] && $0.count > 60
        }
        #expect(
          String(decoding: answer, as: UTF8.self).contains("HTTP/1.1 421 Misdirected Request\r\n"))
        await client.close()
      }
    }
  }

  @Test func `a tunnel carries WebSockets`() async throws {
    try await servingProxy({ $0.settings = .leading("graph.example.com", to: "egf2") }) { server in
      let space = try server.stage.namespace("default")
      let email: JSONObject = ["email": "mark@example.com"]
      _ = try space.setUp("user exists", in: "egf2", parameters: email)
      let session = try space.setUp("logged in", in: "egf2", parameters: email)
      let token = try #require(session["token"]?.string)
      let client = try await server.connect()
      await client.send(
        "CONNECT graph.example.com:80 HTTP/1.1\r\n\r\nGET /v1/listen HTTP/1.1\r\n"
          + "Host: graph.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Authorization: Bearer \(token)\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
      let answer = try await client.receiveBytes {
        String(decoding: $0, as: UTF8.self).components(separatedBy: "\r\n\r\n").count > 2
      }
      let head = String(decoding: answer, as: UTF8.self)
      #expect(head.contains("HTTP/1.1 101 Switching Protocols\r\n"), "\(head)")
      // An unmasked ping violates the protocol, so the emulator's WebSocket sends an error and
      // closes.
      await client.send([0x89, 0x00])
      let end = try await client.receiveAll()
      #expect(end.utf8.count > answer.count)
    }
  }

  @Test func `the proxy serves its pages through itself and at its own address`() async throws {
    try await servingProxy { server in
      let own = "127.0.0.1:\(server.port)"
      for (line, host) in [("GET /proxy.pac", own), ("GET http://ghostlight.test/proxy.pac", "x")] {
        let client = try await server.connect()
        await client.send("\(line) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        let answer = try await client.receiveAll()
        #expect(answer.contains("Content-Type: application/x-ns-proxy-autoconfig\r\n"))
        #expect(answer.contains("return \"PROXY \(own)\";"))
        #expect(answer.contains("dnsDomainIs(host, \".stackmob.com\")"))
      }
      let client = try await server.connect()
      await client.send("GET /ghostlight.pem HTTP/1.1\r\nHost: \(own)\r\nConnection: close\r\n\r\n")
      let answer = try await client.receiveAll()
      #expect(answer.contains("-----BEGIN CERTIFICATE-----"))
      #expect(!answer.contains("PRIVATE KEY"))
    }
  }
}

/// A TLS client that examines the names in the server's certificate.
private struct RawTLS {
  let server: ProxiedServer
  var authority = "emulator.documents.azure.com:443"

  init(_ server: ProxiedServer) { self.server = server }

  func namesOffered(asking name: String?) async throws -> [String] {
    let client = try await TLSClient.connect(
      toPort: server.port, through: authority, trusting: server.certificateFile, asking: name,
      offering: [])
    defer { Task { await client.close() } }
    let certificate = try Certificate(derEncoded: client.handshake.certificate)
    return try certificate.extensions.subjectAlternativeNames?.compactMap {
      if case .dnsName(let name) = $0 { name } else { nil }
    } ?? []
  }
}

extension ProxySettings {
  /// Returns proxy settings for the vendors' hosts and one additional host.
  static func leading(_ host: String, to emulator: String) -> ProxySettings {
    do throws(ConfigurationError) {
      return try StageConfiguration(
        json: ["proxy": ["hosts": .object([host: .string(emulator)])]]
      ).proxy
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
