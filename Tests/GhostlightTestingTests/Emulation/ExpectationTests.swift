import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

@Suite(
  .limitedConcurrency,
  .ghostlight(.stackMob(), clock: .frozen(at: 1_371_040_000_123), allowingUnmatched: true))
struct `Expectations and stubs of a test` {
  @Test func `an expectation counts requests, whatever their query`() async throws {
    let context = try TestContext.current
    _ = await context.respond(to: .stackMob(.post, "/todo", ["todo_id": "1"]))
    _ = await context.respond(to: .stackMob(.get, "/todo/1?a=b"))
    context.expect(.post("/todo"))
    context.expect(.get("/todo/*"))
    context.expect(.get("/todo"), times: 0)
    #expect(context.requests.count == 2)
  }

  @Test func `a failed expectation names the nearest requests`() async throws {
    let context = try TestContext.current
    for target in ["/todos", "/user/1/2/3/4", "/todo/1", "/t"] {
      _ = await context.respond(to: .stackMob(.get, RequestTarget(target)))
    }
    #expect(
      context.failure(of: .get("/todo"), times: 1)
        == "GET /todo was sent 0 times, not 1; nearest: GET /todos, GET /todo/1, GET /t")
    #expect(
      context.failure(of: .get("/todo/1"), times: 2)
        == "GET /todo/1 was sent 1 times, not 2; nearest: GET /todos, GET /t, GET /user/1/2/3/4")
  }

  @Test func `a failed expectation is an issue at its line`() async throws {
    let context = try TestContext.current
    let line = #line + 1
    let found = await Observed.issues { context.expect(.post("/todo")) }
    #expect(
      found == [
        Observed(
          comment: "POST /todo was sent 0 times, not 1; nothing else was sent", line: line)
      ])
  }

  @Test func `stubs come before the emulator, the latest first`() async throws {
    let context = try TestContext.current
    context.stub(.get("/todo/*"), .json(.ok, ["stub": 1]))
    context.stub(.get("/todo/2"), Response(.serviceUnavailable))
    #expect(await context.respond(to: .stackMob(.get, "/todo/1")).json == ["stub": 1])
    #expect(try await context.transport.send(.stackMob(.get, "/todo/2")).status.code == 503)
    #expect(await context.respond(to: .stackMob(.post, "/todo", [:])).status == .created)
    context.expect(.get("/todo/*"), times: 2)
    #expect(try context.namespace.journal.count == 1)
  }
}
