import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

/// Starts a server, with `tls` also for HTTPS, calls `body` with it, and then stops it.
func serving(
  _ responder: Responder, _ tls: TLSContext? = nil, limits: ServerLimits = .patient,
  _ body: (HTTPServer) async throws -> Void
) async throws {
  let plain = Listener("test", responder: responder)
  let server = try await HTTPServer.start(
    [tls.map { plain.securing(with: $0) } ?? plain], limits: limits, eventLoops: 1)
  do {
    try await body(server)
  } catch {
    await server.drain(timeoutSeconds: 0)
    throw error
  }
  await server.drain(timeoutSeconds: 0)
}

@Suite(.limitedConcurrency) struct `HTTP server` {
  private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"
  private let answer = Response.wire("GET /a h ")

  @Test func `a hundred pipelined requests get their responses in order`() async throws {
    for responder in [Responder.echo, .slowEcho] {
      try await serving(responder) { server in
        let client = try await RawClient.connect(to: server)
        let numbers = 0..<100
        await client.send(
          numbers.map { "POST /\($0) HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx" }
            .joined())
        let expected = numbers.map { Response.wire("POST /\($0) h x") }.joined()
        #expect(try await client.receive(bytes: expected.utf8.count) == expected)
        await client.close()
      }
    }
  }

  @Test func `a connection has no more requests in progress than its limit`() async throws {
    var limits = ServerLimits.patient
    limits.pipelinedRequests = 8
    let turnstile = Turnstile()
    let responder = Responder(name: "held") { request in
      await turnstile.pass()
      return Response.echo(request)
    }
    try await serving(responder, limits: limits) { server in
      let client = try await RawClient.connect(to: server)
      await client.send(String(repeating: get, count: 50))
      await turnstile.holds(8)
      turnstile.open()
      let expected = String(repeating: answer, count: 50)
      #expect(try await client.receive(bytes: expected.utf8.count) == expected)
      #expect(turnstile.most == 8)
      await client.close()
    }
  }

  @Test func `a client that closed its input still gets its responses`() async throws {
    for responder in [Responder.echo, .slowEcho] {
      try await serving(responder) { server in
        let client = try await RawClient.connect(to: server)
        await client.send(get + get)
        try await client.closeOutput()
        let text = try await client.receiveAll()
        #expect(text.hasPrefix(answer) || text.hasPrefix(Response.wire("GET /a h ", extra: close)))
        #expect(text.components(separatedBy: "GET /a h ").count == 3)
        #expect(client.end == .closed)
      }
    }
  }

  private let close = "Connection: close\r\n"

  @Test func `draining waits for requests in progress and closes idle connections`() async throws {
    let turnstile = Turnstile()
    let responder = Responder(name: "held") { request in
      if request.method == .post { await turnstile.pass() }
      return Response.echo(request)
    }
    #if os(Linux)
      let host = "127.86.0.1"  // No other server may take its port when it is gone.
    #else
      let host = "127.0.0.1"
    #endif
    let server = try await HTTPServer.start(
      [Listener("test", host: host, responder: responder)], limits: .patient, eventLoops: 2)
    let idle = try await RawClient.connect(to: server)
    await idle.send(get)
    #expect(try await idle.receive(endingWith: "h ") == answer)
    let busy = try await RawClient.connect(to: server)
    await busy.send("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n")
    await turnstile.holds(1)
    async let cutOff = server.drain(timeoutSeconds: 600)
    #expect(try await idle.receiveAll() == answer)
    turnstile.open()
    #expect(try await busy.receiveAll() == Response.wire("POST /b h ", extra: close))
    await busy.close()
    #expect(await cutOff == 0)
    await #expect(throws: (any Error).self) { _ = try await RawClient.connect(to: server) }
  }

  @Test func `draining cuts off requests that do not finish`() async throws {
    let turnstile = Turnstile()
    let responder = Responder(name: "held") { request in
      await turnstile.pass()
      return Response.echo(request)
    }
    let server = try await HTTPServer.start(
      [Listener("test", responder: responder)], limits: .patient, eventLoops: 1)
    let client = try await RawClient.connect(to: server)
    await client.send(get)
    await turnstile.holds(1)
    #expect(await server.drain(timeoutSeconds: 0) == 1)
    #expect(try await client.receiveAll() == "")
    turnstile.open()
    #expect(await server.drain(timeoutSeconds: 0) == 1)
  }

  @Test func `a connection beyond the limit gets 503`() async throws {
    var limits = ServerLimits.patient
    limits.connections = 1
    try await serving(.echo, limits: limits) { server in
      let first = try await RawClient.connect(to: server)
      await first.send(get)
      #expect(try await first.receive(endingWith: "h ") == answer)
      let second = try await RawClient.connect(to: server)
      await second.send(get)
      let text = try await second.receiveAll()
      #expect(text.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      #expect(text.contains("\r\nConnection: close\r\n"))
      await second.close()
      await first.send(get)
      #expect(try await first.receive(bytes: 2 * answer.utf8.count) == answer + answer)
      await first.close()
    }
  }

  @Test func `connections are reserved for control`() async throws {
    var limits = ServerLimits.patient
    limits.connections = 1
    limits.reservedConnections = 1
    var control = Listener("control", responder: .echo)
    control.isControl = true
    let server = try await HTTPServer.start(
      [Listener("test", responder: .echo), control], limits: limits, eventLoops: 1)
    var clients: [RawClient] = []
    for (name, isServed) in [
      ("test", true), ("test", false), ("control", true), ("control", false),
    ] {
      let client = try await RawClient.connect(to: server, name)
      clients.append(client)
      await client.send(get)
      if isServed {
        #expect(try await client.receive(endingWith: "h ") == answer)
      } else {
        #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      }
    }
    for client in clients { await client.close() }
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `control accepts longer bodies and refuses larger ones in its own form`() async throws
  {
    var limits = ServerLimits.patient
    (limits.bodyBytes, limits.controlBodyBytes) = (2, 3)
    var control = Listener("control", responder: .echo)
    control.isControl = true
    control.bodyTooLarge = .json(.contentTooLarge, ["error": "too large"])
    let server = try await HTTPServer.start(
      [Listener("test", responder: .echo), control], limits: limits, eventLoops: 1)
    for (name, body, start) in [
      ("test", "abc", "HTTP/1.1 413"), ("control", "abc", "HTTP/1.1 200"),
      ("control", "abcd", "HTTP/1.1 413"),
    ] {
      let client = try await RawClient.connect(to: server, name)
      await client.send(
        "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: \(body.utf8.count)"
          + "\r\n\r\n\(body)")
      let answer = try await client.receiveAll()
      #expect(answer.hasPrefix(start))
      #expect(answer.hasSuffix(#"{"error":"too large"}"#) == (body == "abcd"))
      await client.close()
    }
    await server.drain(timeoutSeconds: 0)
  }

  @Test func `many listeners open on free ports`() async throws {
    let server = try await HTTPServer.start(
      [
        Listener("one", responder: .always(.text("1"))),
        Listener("two", responder: .always(.text("2"))),
      ], limits: .patient)
    for (name, body) in [("one", "1"), ("two", "2")] {
      let address = try #require(server.addresses[name])
      #expect(address.url == "http://127.0.0.1:\(address.port)")
      #expect(address.port > 0)
      let client = try await RawClient.connect(to: server, name)
      await client.send(get)
      #expect(try await client.receive(endingWith: body) == Response.wire(body))
      await client.close()
    }
    await server.drain(timeoutSeconds: 5)
  }

  @Test func `either all listeners open or none`() async throws {
    try await serving(.echo) { server in
      let taken = server.addresses["test"]?.port ?? 0
      let expected = ServerError.portTaken(name: "two", host: "127.0.0.1", port: taken)
      await #expect(throws: expected) {
        try await HTTPServer.start([
          Listener("one", responder: .echo), Listener("two", port: taken, responder: .echo),
        ])
      }
    }
  }

  @Test(arguments: [("127.0.0.1", 65536), ("127.0.0.1", -1), ("192.0.2.1", 0), ("", 0)])
  func `an address that cannot be bound is reported`(_ host: String, _ port: Int) async throws {
    do throws(ServerError) {
      let server = try await HTTPServer.start(
        [Listener("one", host: host, port: port, responder: .echo)], eventLoops: 1)
      await server.drain(timeoutSeconds: 0)
      // Some resolvers treat an empty host as the all-interfaces address.
      #expect(host.isEmpty)
    } catch {
      guard case .cannotListen("one", host, port, _) = error else {
        Issue.record(error)
        return
      }
    }
  }
}
