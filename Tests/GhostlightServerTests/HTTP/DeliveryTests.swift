import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Broken deliveries` {
  private let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

  private func exchange(_ delivery: Delivery) async throws -> (text: String, end: Mailbox.End?) {
    var response = Response.text("abcdefg")
    response.delivery = delivery
    var result: (String, Mailbox.End?) = ("", nil)
    try await serving(.always(response)) { server in
      let client = try await RawClient.connect(to: server)
      await client.send(get)
      result = (try await client.receiveAll(), client.end)
      await client.close()
    }
    return result
  }

  private let head = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 7\r\n\r\n"

  @Test func `the reset delivery resets the connection`() async throws {
    let (text, end) = try await exchange(.reset)
    #expect(text == "")
    #expect(end == .reset)
  }

  @Test func `the empty delivery closes before the first byte`() async throws {
    let (text, end) = try await exchange(.empty)
    #expect(text == "")
    #expect(end == .closed)
  }

  @Test(arguments: [(3, "abc"), (0, ""), (-1, ""), (Int.max, "abcdefg"), (Int.min, "")])
  func `the truncated delivery cuts the body`(_ bytes: Int, _ body: String) async throws {
    let (text, end) = try await exchange(.truncated(bytes: bytes))
    #expect(text == head + body)
    #expect(end == .closed)
  }

  @Test func `the malformed chunk delivery breaks the second chunk`() async throws {
    let (text, end) = try await exchange(.malformedChunk)
    let head = "HTTP/1.1 200 OK\r\nDate: then\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(text == head + "4\r\nabcd\r\nno size\r\nefg\r\n")
    #expect(end == .closed)
  }

  @Test func `delayed and dribbled responses arrive over a socket`() async throws {
    var response = Response.text("abcdefg")
    response.delivery = .dribble(bytes: 3, pauseMilliseconds: 1)
    response.delayMilliseconds = 1
    try await serving(.always(response)) { server in
      let client = try await RawClient.connect(to: server)
      await client.send(get + get)
      let expected = head + "abcdefg" + head + "abcdefg"
      #expect(try await client.receive(bytes: expected.utf8.count) == expected)
      await client.close()
    }
  }

  @Test func `a broken delivery waits for the responses before it`() async throws {
    let responder = Responder(
      name: "mixed",
      immediate: { request in
        var response = Response.text(request.target.raw)
        if request.target.raw == "/end" { response.delivery = .empty }
        return response
      })
    try await serving(responder) { server in
      let client = try await RawClient.connect(to: server)
      await client.send(get + "GET /end HTTP/1.1\r\nHost: h\r\n\r\n" + get)
      #expect(try await client.receiveAll() == Response.wire("/a"))
      await client.close()
    }
  }
}
