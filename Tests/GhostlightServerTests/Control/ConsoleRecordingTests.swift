import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Recordings by the control API` {
  private let responders = StageResponders(
    Stage(StageConfiguration(services: [.stackMob(), Self.upstream])), ServerOptions())

  /// A service that forwards everything, and repeats the secret of its client.
  private static let upstream = Service(
    name: "legacy", title: "Legacy", port: 1, seed: RecordingBackend(Recording([])),
    upstream: Responder(name: "legacy") { request, _ in
      .answered(
        .json(
          .ok, ["access_token": "k7Gq2vXw9LtR4bN8", "path": .string("\(request.target)")]))
    })

  private func call(_ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil) async
    -> Response
  {
    var request = Request(
      method, RequestTarget("/__ghostlight/v1/" + path), authority: "127.0.0.1:4400")
    request.body = body?.bytes ?? []
    return await responders.responder(for: "control").respond(request)
  }

  private func send(_ target: RequestTarget) async -> Response {
    var request = Request(.get, target, authority: "127.0.0.1:4480")
    request.headers[.authorization] = "Bearer k7Gq2vXw9LtR4bN8"
    return await responders.responder(for: "legacy").respond(request)
  }

  @Test func `a recording has what passes the service until it is stopped, without secrets`()
    async throws
  {
    _ = await send("/before")
    let started = await call(.post, "recordings", ["emulator": "legacy"])
    #expect(started.status == .created)
    #expect(started.json?["number"] == 1)
    _ = await send("/one?access_token=k7Gq2vXw9LtR4bN8")
    _ = await send("/two")
    var read = try #require(await call(.get, "recordings/1").json)
    #expect(read["state"] == "recording")
    #expect(read["exchanges"] == 2)
    let entries = try #require(read["entries"]?.array)
    #expect(entries.map { $0["status"] } == [200, 200])
    #expect(entries.last?["path"] == "/two")
    #expect(await call(.get, "recordings/1?after=1").json?["entries"]?.array?.count == 1)
    #expect(await call(.post, "recordings/1", ["action": "stop"]).json?["state"] == "stopped")
    _ = await send("/after")
    read = try #require(await call(.get, "recordings").json)
    #expect(read["recordings"]?[0]?["exchanges"] == 2)
    for path in ["", "/har", "/contract?consumer=shop", "/entries/1"] {
      let response = await call(.get, "recordings/1" + path)
      #expect(response.status == .ok, "\(path)")
      #expect(!response.text.contains("k7Gq2vXw9LtR4bN8"), "\(path)")
    }
    let har = await call(.get, "recordings/1/har").json
    #expect(har?["log"]?["entries"]?.array?.count == 2)
    #expect(await call(.get, "recordings/1/contract").json?["provider"] == "legacy")
    #expect(
      await call(.get, "recordings/1/entries/3").json?["error"]
        == "recording 1 has no entry \"3\"")
  }

  @Test func `a service responds from its recording, then from its upstream again`() async {
    _ = await call(.post, "recordings", ["emulator": "legacy"])
    let first = await send("/one")
    _ = await call(.post, "recordings/1", ["action": "stop"])
    #expect(await send("/two").status == .ok)
    #expect(await call(.post, "recordings/1", ["action": "replay"]).json?["state"] == "replaying")
    for _ in 1...3 { #expect(await send("/one").body == first.body) }
    #expect(await send("/two").status == .notImplemented)
    let busy = await call(.post, "recordings", ["emulator": "legacy"])
    #expect(
      busy.json?["error"] == "legacy responds from recording 1; stop that first")
    #expect(await call(.post, "recordings/1", ["action": "stop"]).json?["state"] == "stopped")
    #expect(await send("/two").status == .ok)
    #expect(await call(.delete, "recordings/1").status == .ok)
    #expect(await call(.get, "recordings/1").status == .notFound)
  }

  @Test func `the number of recordings and the space of each are limited`() async throws {
    for number in 1...ControlRecordings.most {
      #expect(await call(.post, "recordings", ["emulator": "legacy"]).status == .created)
      #expect(await call(.post, "recordings/\(number)", ["action": "stop"]).status == .ok)
    }
    let refused = await call(.post, "recordings", ["emulator": "legacy"])
    #expect(refused.status == .conflict)
    #expect(refused.json?["error"] == "there are 8 recordings already; delete one first")
    _ = await call(.delete, "recordings/3")
    _ = await call(.post, "recordings", ["emulator": "legacy"])
    for _ in 0...ControlRecording.mostExchanges { _ = await send("/many") }
    let read = try #require(await call(.get, "recordings/9?after=1000").json)
    #expect(read["exchanges"] == 1000)
    #expect(read["leftOut"] == 1)
    #expect(read["entries"] == [])
  }

  @Test(
    arguments: [
      ([:], "400 the call names no service: add \"emulator\", such as \"stackmob\""),
      (
        ["emulator": "http://169.254.169.254"],
        "400 no emulator is named \"http://169.254.169.254\"; there are: stackmob, legacy"
      ),
      (
        ["emulator": "legacy", "upstream": "http://10.0.0.1"],
        "400 there is no member \"upstream\"; "
      ),
    ] as [(JSON, String)])
  func `only a service of the configuration can be recorded`(_ body: JSON, _ refusal: String)
    async
  {
    let response = await call(.post, "recordings", body)
    let error = response.json?["error"]?.string ?? ""
    #expect(response.status.code == 400)
    #expect("400 \(error)".hasPrefix(refusal), "\(error)")
  }

  @Test func `a read-only console cannot record`() async {
    var options = ServerOptions()
    options.isConsoleReadOnly = true
    let responders = StageResponders(Stage(), options)
    let body: JSON = ["emulator": "stackmob"]
    var request = Request(
      .post, "/__ghostlight/v1/recordings", authority: "127.0.0.1:4400", body: body.bytes)
    request.headers[.origin] = "http://127.0.0.1:4400"
    #expect(await responders.responder(for: "control").respond(request).status == .forbidden)
    request.headers[.origin] = "http://evil.example"
    #expect(await responders.responder(for: "control").respond(request).status == .forbidden)
  }
}
