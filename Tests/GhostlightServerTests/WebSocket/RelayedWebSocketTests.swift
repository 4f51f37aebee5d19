import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `WebSockets through an upstream` {
  /// Starts a server with a WebSocket and a second server that forwards to it and records, and
  /// connects a client.
  private static func recording(
    _ backend: Responder = .parrots, _ body: (RawClient, HTTPServer, Recorder) async throws -> Void
  ) async throws {
    try await serving(backend, limits: .patient) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      let recorder = Recorder(now: { 1 })
      try await serving(upstream.responder.recorded(into: recorder), limits: .patient) { front in
        let client = try await RawClient.connect(to: front)
        try await body(client, front, recorder)
        await client.close()
      }
    }
  }

  private static func frames(_ bytes: [UInt8]) -> [ClientFrame] {
    let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.endIndex
    return ClientFrame.all(in: Array(bytes[end...]))
  }

  @Test func `frames pass in both directions, and the handshake is recorded with a note`()
    async throws
  {
    try await Self.recording { client, _, recorder in
      await client.send(Array(Handshake.request.utf8) + ClientFrame.text("early").wire)
      let long = String(repeating: "0123456789", count: 1_000)
      await client.send(ClientFrame.text(long).wire + ClientFrame.ping("?").wire)
      let bytes = try await client.receiveBytes { Self.frames($0).count >= 3 }
      #expect(
        Self.frames(bytes) == [
          ClientFrame.text("early").fromServer, ClientFrame.text(long).fromServer,
          ClientFrame.pong("?").fromServer,
        ])
      await client.send(ClientFrame.close(1000).wire)
      let whole = try await client.receiveBytes { Self.frames($0).count >= 4 }
      #expect(Self.frames(whole).last == ClientFrame.close(1000).fromServer)
      let exchange = try #require(recorder.recording.exchanges.first)
      #expect(exchange.response.status == .switchingProtocols)
      #expect(
        exchange.notes == [
          "comment": "The messages of this WebSocket are not recorded, so it cannot be replayed."
        ])
    }
  }

  @Test func `the refusal of a handshake is passed and recorded`() async throws {
    try await Self.recording(.echo) { client, _, recorder in
      await client.send(Handshake.request)
      let answer = try await client.receiveAll()
      #expect(answer.contains("GET /listen"))
      #expect(recorder.recording.exchanges.map(\.response.status.code) == [200])
    }
  }

  @Test func `draining the server closes a WebSocket that it forwards`() async throws {
    try await Self.recording { client, front, _ in
      await client.send(Handshake.request)
      _ = try await client.receive(endingWith: "\r\n\r\n")
      #expect(await front.drain(timeoutSeconds: 600) == 0)
      _ = try await client.receiveAll()
    }
  }

  @Test func `a caller without a connection gets no WebSocket`() async throws {
    try await serving(.parrots, limits: .patient) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      var request = Request(.get, "/listen")
      request.headers = [
        .connection: "Upgrade", .upgrade: "websocket", .secWebSocketVersion: "13",
        .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==",
      ]
      let response = await upstream.responder.respond(request)
      #expect(response.status == .badGateway)
      #expect(response.upstreamFailure == "a WebSocket has messages instead of a body")
    }
  }
}

@Suite(.limitedConcurrency) struct `Bytes of header fields` {
  @Test(
    arguments: [
      [0x61], [0xE9], [0xC3, 0xA9], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98, 0x80], [0xEF, 0x9E, 0x80], [0xEF, 0x9F, 0xBF], [0xEF, 0xBF, 0xBD],
      [0xFF, 0xFE, 0x80, 0xBF], Array(0x20...0xFF),
    ] as [[UInt8]])
  func `any bytes become valid UTF-8 and back`(_ bytes: [UInt8]) throws {
    let escaped = HeaderBytes.escaped(bytes)
    #expect(String(validating: escaped, as: UTF8.self) != nil)
    #expect(HeaderBytes.unescaped(escaped) == bytes)
    let field = HTTPField(name: .location, value: bytes)
    #expect(HTTPField(name: .location, escapedValue: field.escapedValue) == field)
  }

  @Test(arguments: [[0xE9], [0xC3, 0xA9], [0xEF, 0x9E, 0x80]] as [[UInt8]])
  func `they pass an upstream, in pieces and with pipelining`(_ bytes: [UInt8]) async throws {
    // The backend responds with the field of the request.
    let name = HTTPField.Name.known("X-Name")
    let backend = Responder(
      name: "fields",
      immediate: { request in
        var response = Response(.ok, body: [0xE9, 0xC3])
        response.headers[.date] = "then"
        for field in request.headers where field.name == name { response.headers.append(field) }
        return response
      })
    try await serving(backend, limits: .patient) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      try await serving(upstream.responder, limits: .patient) { front in
        let client = try await RawClient.connect(to: front)
        let head = Array("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nX-Name: ".utf8)
        let get = Array("GET /a HTTP/1.1\r\nHost: h\r\nX-Name: ".utf8)
        let end = Array("\r\n\r\n".utf8)
        let answer =
          Array("HTTP/1.1 200 OK\r\nDate: then\r\nX-Name: ".utf8) + bytes
          + Array("\r\nContent-Length: 2\r\n\r\n".utf8) + [0xE9, 0xC3]
        await client.send(get + bytes + end + get + bytes + end)
        await client.send(head + bytes)
        await client.send(end + [0xE9])
        let received = try await client.receiveBytes { $0.count >= 3 * answer.count }
        #expect(received == answer + answer + answer)
        // A second head ends in the next read, before a body with such bytes.
        let post = Array("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n".utf8)
        await client.send(head + bytes + end + [0xE9] + post)
        await client.send(Array("\r\n".utf8) + [0xFF, 0xFE])
        let plain = Array("HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 2\r\n\r\n".utf8)
        let whole = received + answer + plain + [0xE9, 0xC3]
        #expect(try await client.receiveBytes { $0.count >= whole.count } == whole)
        await client.close()
      }
    }
  }
}
