import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Streaming through an upstream` {
  /// Returns a responder whose response body is a pipe that the test fills.
  private static func answering(_ pipe: BodyPipe, _ fields: HTTPFields = [:]) -> Responder {
    Responder(
      name: "pipe",
      immediate: { _ in
        var response = Response(.ok, headers: fields)
        response.headers[.date] = "then"
        response.stream = BodyStream(awaiting: pipe)
        return response
      })
  }

  /// Returns the responder of a stage's service that forwards every request to `upstream`.
  private static func service(_ upstream: Responder) throws -> Responder {
    let legacy = Service(
      name: "legacy", title: "Legacy", port: 1, seed: RecordingBackend(Recording([])),
      upstream: upstream)
    return try #require(
      Stage(StageConfiguration(services: [legacy])).responder(for: "legacy"))
  }

  /// Starts a server that forwards requests to `responder`, and connects a client to it.
  ///
  /// With `isService`, a service of a stage forwards the requests.
  private static func forwarding(
    _ responder: Responder, limits: ServerLimits = .patient, isService: Bool = false,
    _ body: (RawClient) async throws -> Void
  ) async throws {
    try await serving(responder, limits: limits) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      let front = isService ? try service(upstream.responder) : upstream.responder
      try await serving(front) { front in
        let client = try await RawClient.connect(to: front)
        try await body(client)
        await client.close()
      }
    }
  }

  @Test(arguments: [false, true])
  func `head and events are forwarded as they arrive`(_ isService: Bool) async throws {
    let pipe = BodyPipe()
    let backend = Self.answering(pipe, [.contentType: "text/event-stream"])
    try await Self.forwarding(backend, isService: isService) { client in
      await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      var expected =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nDate: then\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
      let head = try await client.receive(endingWith: "\r\n\r\n")
      #expect(head == expected)
      for event in ["data: 1\n\n", "data: 2\n\n"] {
        pipe.append(Array(event.utf8))
        expected += "9\r\n\(event)\r\n"
        let text = try await client.receive(bytes: expected.utf8.count)
        #expect(text == expected)
      }
      pipe.finish()
      let whole = try await client.receive(endingWith: "0\r\n\r\n")
      #expect(whole == expected + "0\r\n\r\n")
    }
  }

  @Test(arguments: [false, true])
  func `an announced length and a large body are forwarded`(_ isService: Bool) async throws {
    let body = [UInt8](repeating: 97, count: 1_000_000)
    let backend = Responder(
      name: "large", immediate: { _ in Response(.ok, headers: [.date: "then"], body: body) })
    try await Self.forwarding(backend, isService: isService) { client in
      await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      let head = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 1000000\r\n\r\n"
      let text = try await client.receive(bytes: head.utf8.count + body.count)
      #expect(text == head + String(decoding: body, as: UTF8.self))
    }
  }

  @Test(arguments: [false, true])
  func `an upload is forwarded with its length or in chunks`(_ isService: Bool) async throws {
    let backend = Responder(
      name: "count",
      immediate: { request in
        let length = request.headers[.contentLength] ?? "chunked"
        return .text("\(length) \(request.body.count)")
      })
    try await Self.forwarding(backend, isService: isService) { client in
      let piece = String(repeating: "x", count: 100_000)
      await client.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 300000\r\n\r\n")
      for _ in 0..<3 { await client.send(piece) }
      let first = Response.wire("300000 300000")
      let before = try await client.receive(bytes: first.utf8.count)
      #expect(before == first)
      await client.send("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<3 { await client.send("186a0\r\n\(piece)\r\n") }
      await client.send("0\r\n\r\n")
      let second = Response.wire("chunked 300000")
      let all = try await client.receive(bytes: first.utf8.count + second.utf8.count)
      #expect(all == first + second)
    }
  }

  @Test(arguments: [false, true])
  func `requests of a client reuse one upstream connection`(_ isService: Bool) async throws {
    var limits = ServerLimits.patient
    limits.connections = 1
    let backend = Responder(name: "target", immediate: { .text($0.target.raw) })
    try await Self.forwarding(backend, limits: limits, isService: isService) { client in
      var expected = ""
      for number in 1...3 {
        await client.send("POST /\(number) HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx")
        expected += Response.wire("/\(number)")
        let text = try await client.receive(bytes: expected.utf8.count)
        #expect(text == expected)
      }
    }
  }

  @Test(arguments: [false, true])
  func `an upstream body that breaks off breaks the response off`(_ isService: Bool) async throws {
    var cut = Response(.ok, headers: [.date: "then"], body: [UInt8](repeating: 97, count: 400_000))
    cut.delivery = .truncated(bytes: 200_000)
    try await Self.forwarding(.always(cut), isService: isService) { client in
      await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
      let text = try? await client.receiveAll()
      #expect(text?.hasPrefix("HTTP/1.1 200 OK\r\n") ?? true)
      #expect(text?.hasSuffix("aaaa") ?? true)
      #expect(client.end != nil)
    }
  }

  @Test(arguments: [
    "204 No Content\r\nContent-Length: 4\r\n\r\nevil",
    "204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
    "101 Switching Protocols\r\nUpgrade: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\nevil",
    "304 Not Modified\r\nContent-Length: 4\r\n\r\nevil",
  ])
  func `an upstream that sends too much gets a 502 for each request`(_ answer: String) async throws
  {
    try await RawUpstream.run("HTTP/1.1 " + answer) { backend in
      let upstream = try Upstream(backend.url, .patient)
      try await serving(upstream.responder) { front in
        let client = try await RawClient.connect(to: front)
        await client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try await client.receive(endingWith: "\"}")
        await client.send("GET /b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let text = try await client.receiveAll()
        #expect(text.matches(of: #/HTTP/1\.1 (\d+)/#).map(\.1) == ["502", "502"], "\(text)")
        #expect(!text.contains("evil"))
      }
    }
  }

  @Test func `a HEAD response without a length does not get a length of 0`() async throws {
    try await serving(Self.answering(BodyPipe())) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      try await serving(upstream.responder) { front in
        let client = try await RawClient.connect(to: front)
        await client.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(
          try await client.receive(endingWith: "\r\n\r\n")
            == "HTTP/1.1 200 OK\r\nDate: then\r\nTransfer-Encoding: chunked\r\n\r\n")
        await client.close()
      }
    }
  }
}
