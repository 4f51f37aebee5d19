import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Services over HTTP` {
  /// A server of a stage, and the ports of its listeners.
  private struct Wire {
    let ports: [String: Int]

    /// Sends a request on a connection of its own, and returns all bytes of the response.
    func send(
      _ line: String, _ body: String = "", host: String = "127.0.0.1", to name: String = "payments"
    ) async throws -> String {
      try await RawClient.exchange(
        "\(line) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", withPort: ports[name] ?? 0)
    }

    /// Sends a control call, and returns the JSON of the response.
    func control(_ method: String, _ path: String, _ body: String = "") async throws -> JSON {
      let text = try await send("\(method) /__ghostlight/v1/\(path)", body, to: "control")
      let body = text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
      return try JSON.parse(Array(body.utf8))
    }
  }

  /// Starts a server with two recordings of `GET /charges`, and a service for an upstream.
  private static func serve(
    upstream: Responder? = nil, _ body: (Wire) async throws -> Void
  ) async throws {
    let recording = Recording(
      ["one", "two", "three"].map { RecordedExchange(Request(.get, "/charges"), .text($0)) })
    var configuration = StageConfiguration(services: [
      Service(name: "payments", title: "Payments", port: 1, seed: RecordingBackend(recording)),
      Service(name: "refunds", title: "Refunds", port: 2, seed: RecordingBackend(recording)),
      Service(
        name: "legacy", title: "Legacy", port: 3, seed: RecordingBackend(Recording([])),
        upstream: upstream),
    ])
    configuration.clock = .frozen(at: ControlDesk.opening)
    try await ServedStage.run(Stage(configuration)) { served in
      try await body(Wire(ports: served.urls.compactMapValues { HTTPOrigin($0)?.port }))
    }
  }

  private static let get = "GET /charges"

  private static func wire(
    _ body: String, _ status: String = "200 OK", latency: String? = nil
  ) -> String {
    let text = Response.wire(body, status, extra: "Connection: close\r\n")
    guard let latency else { return text }
    return text.replacing("then\r\n", with: "then\r\nX-Ghostlight-Latency: \(latency)\r\n")
  }

  @Test(arguments: [
    (
      #"{"nth":2,"status":503,"headers":{"Date":"then"},"body":"no"}"#,
      [wire("one"), wire("no", "503 Service Unavailable"), wire("two")]
    ),
    (#"{"delivery":"reset","times":1}"#, ["", wire("one")]),
    (#"{"delivery":"empty","times":1}"#, ["", wire("one")]),
    (#"{"delivery":{"truncate":2},"times":1}"#, [String(wire("one").dropLast()), wire("two")]),
    (
      #"{"latency":"1ms","real":true}"#,
      [wire("one", latency: "1ms"), wire("two", latency: "1ms")]
    ),
  ])
  func `a fault plan applies to recorded responses`(
    _ plan: String, _ expected: [String]
  ) async throws {
    try await Self.serve { wire in
      let added = try await wire.control("POST", "faults", plan)
      #expect(added == ["number": 1])
      for text in expected { #expect(try await wire.send(Self.get) == text) }
    }
  }

  @Test func `latency delays a recorded response, or moves the clock`() async throws {
    try await Self.serve { wire in
      _ = try await wire.control("POST", "faults", #"{"latency":"50ms","real":true,"times":1}"#)
      _ = try await wire.control("POST", "faults", #"{"latency":"1h","real":false}"#)
      let start = ContinuousClock.now
      #expect(try await wire.send(Self.get) == Self.wire("one", latency: "50ms"))
      #expect(start.duration(to: .now) >= .milliseconds(50))
      #expect(try await wire.send(Self.get) == Self.wire("two", latency: "3600000ms; clock"))
      #expect(
        try await wire.control("GET", "clock")["milliseconds"]
          == .integer(ControlDesk.opening + 3_600_000))
    }
  }

  @Test func `namespaces, forks and resets have their own position in a recording`() async throws {
    try await Self.serve { wire in
      #expect(try await wire.send(Self.get) == Self.wire("one"))
      #expect(try await wire.send(Self.get, host: "mine.localhost") == Self.wire("one"))
      #expect(try await wire.send(Self.get, to: "refunds") == Self.wire("one"))
      let fork = try await wire.control("POST", "namespaces/copy", #"{"from":"default"}"#)
      #expect(fork == ["namespace": "copy", "from": "default"])
      for body in ["two", "three"] {
        #expect(try await wire.send(Self.get, host: "copy.localhost") == Self.wire(body))
      }
      #expect(try await wire.send(Self.get) == Self.wire("two"))
      let reset = try await wire.control("POST", "reset", #"{"emulator":"payments"}"#)
      #expect(reset == ["namespace": "default", "emulators": ["payments"]])
      #expect(try await wire.send(Self.get) == Self.wire("one"))
      #expect(try await wire.send(Self.get, to: "refunds") == Self.wire("two"))
      #expect(try await wire.send(Self.get, host: "mine.localhost") == Self.wire("two"))
    }
  }

  @Test func `the control API counts and lists the requests of a recording`() async throws {
    try await Self.serve { wire in
      for line in [Self.get, Self.get, "GET /charge"] { _ = try await wire.send(line) }
      _ = try await wire.send(Self.get, to: "refunds")
      #expect(
        try await wire.control("GET", "requests/count?emulator=payments&path=/charges")
          == ["namespace": "default", "count": 2, "total": 3, "nearest": []])
      let journal = try await wire.control("GET", "requests?emulator=payments")
      let entries = (journal["requests"]?.array ?? []).map {
        [$0["effect"], $0["route"], $0["response"]?["status"]].map { $0 ?? .null }
      }
      #expect(
        entries == [
          ["changed", "GET /charges", 200], ["changed", "GET /charges", 200],
          ["unmatched", .null, 501],
        ])
    }
  }

  /// Starts a server whose service `legacy` forwards to a server with this responder.
  private static func forwarding(
    _ responder: Responder, limits: ServerLimits = .patient, _ body: (Wire) async throws -> Void
  ) async throws {
    try await serving(responder, limits: limits) { backend in
      let upstream = try Upstream(backend.addresses["test"]?.url ?? "", .patient)
      try await serve(upstream: upstream.responder, body)
    }
  }

  @Test(arguments: [false, true])
  func `events of an upstream arrive one by one, even if a plan truncates them`(
    _ isTruncated: Bool
  ) async throws {
    let pipe = BodyPipe()
    let backend = Responder(
      name: "events",
      immediate: { _ in
        var response = Response(.ok, headers: [.contentType: "text/event-stream", .date: "then"])
        response.stream = BodyStream(awaiting: pipe)
        return response
      })
    try await Self.forwarding(backend) { wire in
      if isTruncated {
        let plan = #"{"emulator":"legacy","delivery":{"truncate":12}}"#
        _ = try await wire.control("POST", "faults", plan)
      }
      let client = try await RawClient.connect(toPort: wire.ports["legacy"] ?? 0)
      await client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      var expected =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nDate: then\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"
      #expect(try await client.receive(endingWith: "\r\n\r\n") == expected)
      pipe.append(Array("data: 1\n\n".utf8))
      expected += "9\r\ndata: 1\n\n\r\n"
      #expect(try await client.receive(bytes: expected.utf8.count) == expected)
      pipe.append(Array("data: 2\n\n".utf8))
      expected += isTruncated ? "3\r\ndat\r\n" : "9\r\ndata: 2\n\n\r\n"
      guard !isTruncated else {
        #expect(try await client.receiveAll() == expected)
        #expect(client.end == .closed)
        return
      }
      #expect(try await client.receive(bytes: expected.utf8.count) == expected)
      await client.close()
    }
  }

  @Test func `an upload of 30 MB reaches the upstream of a service`() async throws {
    var limits = ServerLimits.patient
    limits.bodyBytes = 64 << 20
    let backend = Responder(name: "count", immediate: { .text("\($0.body.count)") })
    try await Self.forwarding(backend, limits: limits) { wire in
      let client = try await RawClient.connect(toPort: wire.ports["legacy"] ?? 0)
      await client.send("POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n")
      let piece = [UInt8](repeating: 97, count: 1_000_000)
      for _ in 1...30 { await client.send(piece) }
      let expected = Response.wire("30000000")
      #expect(try await client.receive(bytes: expected.utf8.count) == expected)
      let journal = try await wire.control("GET", "requests?emulator=legacy")
      #expect(journal["requests"]?[0]?["effect"] == "forwarded")
      await client.close()
    }
  }
}
