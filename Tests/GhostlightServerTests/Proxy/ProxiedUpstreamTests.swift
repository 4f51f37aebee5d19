import Ghostlight
import GhostlightCore
import GhostlightRecording
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Upstreams through the proxy` {
  private static func stage(_ upstream: Responder) -> Stage {
    var configuration = StageConfiguration()
    configuration.services.append(
      Service(
        name: "legacy", title: "Legacy", port: 0, seed: RecordingBackend(Recording([])),
        hosts: ["api.example.com"], upstream: upstream))
    return Stage(configuration)
  }

  /// Responds with the request's target and a link to the server.
  private static let linking = Responder(
    name: "linking",
    immediate: {
      let text = "\($0.target) http://\($0.authority)/v1/next"
      return Response(.ok, headers: [.contentType: "text/plain"], body: Array(text.utf8))
    })

  /// Responds with the number of bytes of the request's body, which may be a stream.
  private static let counting = Responder(name: "counting", streamsBodies: true) { request, rest in
    .deferred(
      .task {
        var count = request.body.count
        do throws(BodyInterruption) {
          while let piece = try await rest?.nextPiece() { count += piece.count }
        } catch {
          return Response(.badRequest)
        }
        return .text("\(count) bytes")
      })
  }

  private static func request(_ line: String, host: String, body: Int = 0) -> String {
    "\(line) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body)\r\nConnection: close\r\n\r\n"
      + String(repeating: "x", count: body)
  }

  private static func body(of answer: String) -> String {
    answer.components(separatedBy: "\r\n").last ?? ""
  }

  @Test func `a request that names the upstream's own host keeps its path and links`() async throws
  {
    try await serving(Self.linking) { backend in
      let port = backend.addresses["test"]?.port ?? 0
      let own = "api.example.com:\(port)"
      var proxy = ProxyOptions(
        ProxySettings(), port: 0, authorityFolder: "", nowMilliseconds: Scratch.now)
      proxy.resolveToLoopback()
      let upstream = try Upstream("http://\(own)/v1", .patient, by: proxy.dialer)
      let stage = Self.stage(upstream.rewritingLinks(of: upstream.responder))
      try await servingProxy(of: stage) { server in
        for host in ["api.example.com", own, "API.example.com"] {
          let client = try await server.connect(
            to: host.contains(":") ? host : "\(host):443", asking: "api.example.com")
          await client.send(Self.request("GET /v1/a", host: host))
          let answer = try await client.receiveAll()
          #expect(Self.body(of: answer) == "/v1/a http://\(own)/v1/next", "\(host)")
          let plain = try await server.answer(
            to: Self.request("GET http://\(host)/v1/a", host: host))
          #expect(Self.body(of: plain) == "/v1/a http://\(own)/v1/next", "\(host)")
        }
      }
      let listener = try #require(stage.responder(for: "legacy"))
      for host in ["127.0.0.1:4480", "api.example.com:4480"] {
        let response = await listener.respond(Request(.get, "/a", authority: host))
        #expect(response.text == "/v1/a http://\(host)/next")
      }
    }
  }

  @Test func `only an upload to an upstream may be longer than the limit`() async throws {
    let recorder = Recorder { 7 }
    var limits = ServerLimits.patient
    limits.bodyBytes = 1000
    try await servingProxy(
      of: Self.stage(Self.counting.recorded(into: recorder)), limits: limits
    ) { server in
      for (host, end) in [("api.example.com", "300000 bytes"), ("api.stackmob.com", nil)] {
        let client = try await server.connect(to: "\(host):443", asking: host)
        await client.send(Self.request("POST /note", host: host, body: 300_000))
        let plain = Self.request("POST http://\(host)/note", host: host, body: 300_000)
        for answer in [try await client.receiveAll(), try await server.answer(to: plain)] {
          if let end {
            #expect(Self.body(of: answer) == end)
          } else {
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
          }
        }
      }
    }
    #expect(recorder.recording.exchanges.map(\.request.body.count) == [300_000, 300_000])
  }
}
