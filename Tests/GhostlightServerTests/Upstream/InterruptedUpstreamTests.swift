import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Upstreams that break off` {
  /// Returns wrappers of an upstream's responder, by name.
  private static func wrappers(of upstream: Upstream) throws -> [(String, Responder)] {
    let responder = upstream.responder
    let recorder = Recorder { 0 }
    let service = Service(
      name: "service", title: "Service", port: 0, seed: RecordingBackend(Recording()),
      upstream: responder)
    let stage = Stage(StageConfiguration(services: [service]))
    return [
      ("plain", responder), ("recorded", responder.recorded(into: recorder)),
      ("rewritten", upstream.rewritingLinks(of: responder)),
      ("signed", MACRequestSigner().resigning(responder)),
      ("compared", responder.compared(with: responder, into: DriftCollector())),
      ("forwarded", try #require(stage.responder(for: "service"))),
    ]
  }

  @Test func `a body that breaks off is a 502 in memory, however the upstream is wrapped`()
    async throws
  {
    var cut = Response(
      .ok, headers: [.contentType: "text/plain"], body: [UInt8](repeating: 97, count: 400_000))
    cut.delivery = .truncated(bytes: 200_000)
    try await serving(.always(cut)) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      let start = "the upstream \(upstream.url) answered with no complete HTTP response: "
      for (name, responder) in try Self.wrappers(of: upstream) {
        let response = await responder.respond(Request(.get, "/"))
        #expect(response.status == .badGateway, "\(name)")
        #expect(response.json?["error"]?.string?.hasPrefix(start) == true, "\(name)")
      }
    }
  }

  @Test func `a body that is too large for memory is a 502, and whole with a higher limit`()
    async throws
  {
    let body = [UInt8](repeating: 97, count: 400_000)
    try await serving(.always(Response(.ok, body: body))) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      let request = Request(.get, "/")
      let response = await upstream.responder.respond(request, bodyBytes: 300_000)
      #expect(response.status == .badGateway)
      #expect(
        response.json == [
          "error": "the response's body has more than 300000 bytes, the limit for a body in memory"
        ])
      #expect(await upstream.responder.respond(request).body == body)
    }
  }

  /// - Source: RFC 9112, section 9.8.
  @Test(arguments: [true, false])
  func `a body without a length over TLS is complete only after close_notify`(
    _ notifies: Bool
  ) async throws {
    try await Scratch.use { scratch in
      let authority = try CertificateAuthority.open(
        in: scratch.path, nowMilliseconds: Scratch.now)
      let tls = try TLSContext(authority, host: "127.0.0.1", nowMilliseconds: Scratch.now)
      var options = UpstreamOptions.patient
      options.trustFile = authority.certificateFile
      let answer = "HTTP/1.1 200 OK\r\nDate: then\r\n\r\nthe start"
      try await RawUpstream.run(answer, endingWith: tls, notifies: notifies) { backend in
        let upstream = try Upstream(backend.url, options)
        let response = await upstream.responder.respond(Request(.get, "/"))
        #expect(response.status == (notifies ? .ok : .badGateway), "\(response.text)")
        #expect(response.text.hasPrefix("the start") == notifies)
        try await serving(upstream.responder) { front in
          let client = try await RawClient.connect(to: front)
          await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
          let text = (try? await client.receiveAll()) ?? ""
          let isComplete = text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("\r\n0\r\n\r\n")
          #expect(isComplete == notifies, "\(text)")
          await client.close()
        }
      }
    }
  }
}
