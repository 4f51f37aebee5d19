import GhostlightCore
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `WebSockets over TCP` {
  private func connect(to server: HTTPServer) async throws -> RawClient {
    let client = try await RawClient.connect(to: server)
    await client.send(Handshake.request)
    _ = try await client.receive(endingWith: Handshake.answer)
    return client
  }

  /// Waits for at least `count` frames after the handshake, and returns them.
  private func frames(_ count: Int, of client: RawClient) async throws -> [ClientFrame] {
    let head = Handshake.answer.utf8.count
    let bytes = try await client.receiveBytes { bytes in
      ClientFrame.all(in: Array(bytes.dropFirst(head))).count >= count
    }
    return ClientFrame.all(in: Array(bytes.dropFirst(head)))
  }

  @Test(arguments: [Responder.parrots, .slowParrots])
  func `a WebSocket sends and receives messages of any size`(_ responder: Responder) async throws {
    let server = try await HTTPServer.start(
      [Listener("test", responder: responder)], limits: .patient)
    let client = try await connect(to: server)
    let long = String(repeating: "0123456789", count: 1_000)
    await client.send(ClientFrame.text("hello").wire)
    await client.send(ClientFrame.text(long).wire + ClientFrame.ping("?").wire)
    #expect(
      try await frames(3, of: client) == [
        ClientFrame.text("hello").fromServer, ClientFrame.text(long).fromServer,
        ClientFrame.pong("?").fromServer,
      ])
    await client.send(ClientFrame.close(1000).wire)
    _ = try await client.receiveAll()
    #expect(try await frames(4, of: client).last == ClientFrame.close(1000).fromServer)
    #expect(await server.drain(timeoutSeconds: 600) == 0)
  }

  /// Clients should wait for the response, but frames that arrive before it must be processed too.
  @Test(arguments: [Responder.parrots, .slowParrots])
  func `a frame that arrives with the handshake is processed`(_ responder: Responder) async throws {
    let server = try await HTTPServer.start(
      [Listener("test", responder: responder)], limits: .patient)
    let client = try await RawClient.connect(to: server)
    await client.send(Array(Handshake.request.utf8) + ClientFrame.text("early").wire)
    #expect(try await frames(1, of: client) == [ClientFrame.text("early").fromServer])
    await client.close()
    #expect(await server.drain(timeoutSeconds: 600) == 0)
  }

  @Test func `a frame that arrives before the response is processed`() async throws {
    let turnstile = Turnstile()
    let responder = Responder(name: "held") { _ in
      await turnstile.pass()
      return .parrot()
    }
    let server = try await HTTPServer.start(
      [Listener("test", responder: responder)], limits: .patient)
    let client = try await RawClient.connect(to: server)
    await client.send(Handshake.request)
    await turnstile.holds(1)
    await client.send(ClientFrame.text("early").wire)
    turnstile.open()
    #expect(try await frames(1, of: client) == [ClientFrame.text("early").fromServer])
    await client.close()
    #expect(await server.drain(timeoutSeconds: 600) == 0)
  }

  @Test func `each WebSocket gets the backend's events`() async throws {
    let stand = EventStub()
    let server = try await HTTPServer.start(
      [Listener("test", responder: stand.responder)], limits: .patient)
    let (one, two) = (try await connect(to: server), try await connect(to: server))
    stand.send("breaking")
    for client in [one, two] {
      #expect(try await frames(1, of: client) == [ClientFrame.text("breaking").fromServer])
      await client.close()
    }
    #expect(await server.drain(timeoutSeconds: 600) == 0)
    #expect(stand.count == 0)
  }

  @Test func `a WebSocket works over TLS`() async throws {
    let stand = EventStub()
    try await servingSecurely(stand.responder) { server, file in
      let client = try await TLSClient.connect(to: server, trusting: file)
      await client.send(Handshake.request)
      let head = Handshake.answer.utf8.count
      #expect(try await client.receive(bytes: head) == Handshake.answer)
      stand.send("breaking")
      #expect(try await client.receive(bytes: head + 10).hasSuffix("\u{8}breaking"))
      await client.close()
    }
  }

  @Test func `draining sends close frames and does not wait for silent clients`() async throws {
    let server = try await HTTPServer.start(
      [Listener("test", responder: .parrots)], limits: .patient)
    let polite = try await connect(to: server)
    let silent = try await connect(to: server)
    async let cutOff = server.drain(timeoutSeconds: 600)
    #expect(try await frames(1, of: polite) == [ClientFrame.close(1001).fromServer])
    await polite.send(ClientFrame.close(1001).wire)
    _ = try await polite.receiveAll()
    _ = try await silent.receiveAll()
    #expect(await cutOff == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a client that receives nothing is cut off at its own limit`() async throws {
    let stand = EventStub()
    var limits = ServerLimits.patient
    limits.unsentBytes = 100_000
    let server = try await HTTPServer.start(
      [Listener("test", responder: stand.responder)], limits: limits)
    let client = try await connect(to: server)
    await client.stopReading()
    let flood = String(repeating: "x", count: 1 << 20)
    for _ in 0..<64 { stand.send(flood) }
    await stand.empties()
    await client.close()
    #expect(await server.drain(timeoutSeconds: 600) == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `clients that receive nothing are cut off at the total limit`() async throws {
    let stand = EventStub()
    var limits = ServerLimits.patient
    limits.allUnsentBytes = 200_000
    let server = try await HTTPServer.start(
      [Listener("test", responder: stand.responder)], limits: limits)
    let clients = [try await connect(to: server), try await connect(to: server)]
    for client in clients { await client.stopReading() }
    let flood = String(repeating: "x", count: 1 << 20)
    // Each socket has fewer unsent bytes than its own limit, but more than the kernel accepts.
    for _ in 0..<14 { stand.send(flood) }
    await stand.empties()
    for client in clients { await client.close() }
    #expect(await server.drain(timeoutSeconds: 600) == 0)
  }
}
