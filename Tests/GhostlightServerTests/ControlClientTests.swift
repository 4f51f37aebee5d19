import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Client of the control API` {
  /// Serves a response, and returns the requests that a call made.
  private static func serving(
    _ response: Response, token: String? = nil,
    _ body: (ControlClient, _ url: String) async throws -> Void
  ) async throws -> [Request] {
    let requests = Mutex<[Request]>([])
    let server = try await HTTPServer.start([
      Listener(
        "control",
        responder: Responder(
          name: "control",
          immediate: { request in
            requests.withLock { $0.append(request) }
            return response
          }))
    ])
    let url = try #require(server.addresses["control"]?.url)
    do {
      try await body(try ControlClient(url: url, token: token.flatMap(ControlToken.init)), url)
    } catch {
      await server.drain(timeoutSeconds: 1)
      throw error
    }
    await server.drain(timeoutSeconds: 1)
    return requests.withLock { $0 }
  }

  @Test(arguments: [nil, "0123456789abcdef"])
  func `a call has its method, path, body and token`(_ token: String?) async throws {
    let requests = try await Self.serving(.json(.created, ["a": 1]), token: token) { client, url in
      #expect(client.url == url)
      let made = try await client.call(.put, "clock?a=b", ["c": 2])
      let read = try await client.call(.get, "clock")
      #expect([made, read] == [["a": 1], ["a": 1]])
    }
    #expect(requests.map(\.method) == [.put, .get])
    #expect(
      requests.map(\.target.raw) == ["/__ghostlight/v1/clock?a=b", "/__ghostlight/v1/clock"])
    #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"c":2}"#, ""])
    let field = token.map { "Bearer " + $0 }
    #expect(requests.map { $0.headers[.authorization] } == [field, field])
    #expect(requests.allSatisfy { $0.headers[.connection] == "close" })
  }

  private static func failure(_ status: Int, _ json: JSON) -> Response {
    .json(HTTPResponse.Status(code: status), json)
  }

  @Test(
    arguments: [
      (failure(400, ["error": "why"]), .refused, "why"),
      (failure(404, ["error": "why"]), .missing, "why"),
      (failure(499, [:]), .refused, "the server answers 499"),
      (failure(403, ["error": "why"]), .unreachable, "why"),
      (failure(500, ["error": "why"]), .unreachable, "why"),
      (failure(302, [:]), .unreachable, "the server answers 302"),
      (
        Response(.ok, body: Array("text".utf8)), .unreachable,
        "the server at {url} is not Ghostlight"
      ),
      (
        Response.json(.badRequest, [:], headers: [.ghostlightReason: "x"]), .unreachable,
        "the server at {url} is an emulator: give the URL of the control listener"
      ),
    ] as [(Response, ControlError.Kind, String)])
  func `a response other than success is an error of its kind`(
    _ response: Response, _ kind: ControlError.Kind, _ text: String
  ) async throws {
    _ = try await Self.serving(response) { client, url in
      let expected = ControlError(kind, text.replacing("{url}", with: url))
      await #expect(throws: expected) { try await client.call(.get, "clock") }
    }
  }

  @Test(arguments: [
    (nil, "needs its control token"),
    ("0123456789abcdef", "does not know this control token"),
  ])
  func `a missing token and a wrong one are different errors`(
    _ token: String?, _ problem: String
  ) async throws {
    _ = try await Self.serving(.json(.unauthorized, [:]), token: token) { client, url in
      let error = ControlError(
        .unauthorized,
        "the server at \(url) \(problem): give the token that it printed when it started, by "
          + "--control-token or GHOSTLIGHT_CONTROL_TOKEN")
      await #expect(throws: error) { try await client.call(.get, "clock") }
      await #expect(throws: error) { try await client.events("events") { _, _ in } }
    }
  }

  @Test func `a server that does not listen is reported with the option`() async throws {
    let url = UnservedAddress.url
    let client = try ControlClient(url: url, option: "--state-url")
    let error = ControlError(
      .unreachable,
      "no server responds at \(url): start `ghostlight serve`, or set its address with --state-url")
    await #expect(throws: error) { try await client.call(.get, "clock") }
    await #expect(throws: error) { try await client.events("events") { _, _ in } }
    let unsendable = #expect(throws: ControlError.self) {
      try ControlClient(url: "https://127.0.0.1")
    }
    #expect(
      unsendable
        == ControlError(
          .badURL,
          #""https://127.0.0.1" is not a valid URL of a control listener: use one such as "#
            + "http://127.0.0.1:4400"))
    let refused = await #expect(throws: ControlError.self) { try await client.call(.get, "a b") }
    #expect(refused?.kind == .refused)
  }

  @Test(arguments: [true, false])
  func `events are read until their end`(_ hasEnd: Bool) async throws {
    let text =
      ": alive\n\nevent: request\nid: 1\ndata: {\"number\":1}\n\nevent: change\ndata: no\n\n"
      + (hasEnd ? "event: end\ndata: {}\n\n" : "")
    _ = try await Self.serving(Response(.ok, body: Array(text.utf8))) { client, url in
      var events: [String] = []
      let read = { try await client.events("events") { events.append("\($0) \($1)") } }
      if hasEnd {
        try await read()
      } else {
        await #expect(
          throws: ControlError(.unreachable, "the server at \(url) has ended the stream of events")
        ) { try await read() }
      }
      #expect(
        events == [#"request {"number":1}"#, "change null"] + (hasEnd ? ["end {}"] : []))
    }
  }
}
