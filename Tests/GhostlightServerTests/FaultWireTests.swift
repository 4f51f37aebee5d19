import Ghostlight
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Fault plans over HTTP` {
  private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  /// Starts a server for a stage with a frozen clock, and calls `body` with the stage and the
  /// ports.
  private static func serve(
    _ body: (Stage, _ ports: [String: Int]) async throws -> Void
  ) async throws {
    var configuration = StageConfiguration()
    configuration.clock = .frozen(at: ControlDesk.opening)
    let stage = Stage(configuration)
    try await ServedStage.run(stage) { served in
      try await body(stage, served.urls.compactMapValues { HTTPOrigin($0)?.port })
    }
  }

  private static func add(_ plan: String, to stage: Stage) throws {
    try stage.namespace().addFault(
      try FaultPlan(json: try JSON.parse(plan), emulators: stage.configuration.services))
  }

  /// Returns the bytes that a client receives for one request under a fault plan.
  ///
  /// It waits for `bytes` bytes, or with `nil` until the connection ends.
  private static func exchange(
    _ plan: String, bytes: Int?
  ) async throws -> (text: String, end: Mailbox.End?) {
    var result: (String, Mailbox.End?) = ("", nil)
    try await serve { stage, ports in
      try add(plan, to: stage)
      let client = try await RawClient.connect(toPort: ports["stackmob"] ?? 0)
      await client.send(get)
      if let bytes {
        result = (try await client.receive(bytes: bytes), client.end)
      } else {
        result = (try await client.receiveAll(), client.end)
      }
      await client.close()
    }
    return result
  }

  /// The members of a fault plan whose response has a body of seven bytes and a fixed date.
  private static let answer = #""status":200,"headers":{"Date":"then"},"body":"abcdefg""#
  private static let head = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 7\r\n\r\n"

  /// Returns the head of a response with latency.
  private static func late(_ latency: String) -> String {
    head.replacing("then\r\n", with: "then\r\nX-Ghostlight-Latency: \(latency)\r\n")
  }

  @Test(arguments: [
    ("{\(answer)}", head + "abcdefg"),
    ("{\(answer),\"latency\":\"2s\",\"real\":false}", late("2000ms; clock") + "abcdefg"),
    ("{\(answer),\"latency\":\"1ms\",\"real\":true}", late("1ms") + "abcdefg"),
    ("{\(answer),\"latency\":\"1ms\"}", late("1ms") + "abcdefg"),
    (#"{\#(answer),"delivery":{"dribble":2,"pause":"1ms"}}"#, head + "abcdefg"),
    (
      #"{"status":429,"retryAfter":30,"headers":{"Date":"then"},"body":{"error":"slow down"}}"#,
      "HTTP/1.1 429 Too Many Requests\r\nDate: then\r\nRetry-After: 30\r\n"
        + "Content-Type: application/json; charset=utf-8\r\nContent-Length: 21\r\n\r\n"
        + #"{"error":"slow down"}"#
    ),
    (
      #"{"retryAfter":1,"status":503,"headers":{"Date":"then"},"body":""}"#,
      "HTTP/1.1 503 Service Unavailable\r\nDate: then\r\nRetry-After: 1\r\n"
        + "Content-Length: 0\r\n\r\n"
    ),
    (
      #"{"status":204,"headers":{"Date":"then"},"body":"x"}"#,
      "HTTP/1.1 204 No Content\r\nDate: then\r\n\r\n"
    ),
    (
      #"{"status":599,"headers":{"Date":"then","Content-Length":"9","Transfer-Encoding":"x"},"body":""}"#,
      "HTTP/1.1 599 \r\nDate: then\r\nContent-Length: 0\r\n\r\n"
    ),
  ])
  func `a response of a fault plan is complete and the connection stays open`(
    _ plan: String, _ expected: String
  ) async throws {
    let (text, end) = try await Self.exchange(plan, bytes: expected.utf8.count)
    #expect(text == expected)
    #expect(end == nil)
  }

  @Test(
    arguments: [
      (#"{"delivery":"reset"}"#, "", .reset),
      (#"{"delivery":"empty"}"#, "", .closed),
      (#"{\#(answer),"delivery":"reset"}"#, "", .reset),
      (#"{\#(answer),"delivery":{"truncate":3}}"#, head + "abc", .closed),
      (#"{\#(answer),"delivery":{"truncate":0}}"#, head, .closed),
      (
        #"{\#(answer),"delivery":"malformed-chunk"}"#,
        "HTTP/1.1 200 OK\r\nDate: then\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "4\r\nabcd\r\nno size\r\nefg\r\n", .closed
      ),
      (#"{"delivery":"empty","latency":"1ms","real":true}"#, "", .closed),
    ] as [(String, String, Mailbox.End)])
  func `a broken delivery ends the connection`(
    _ plan: String, _ expected: String, _ expectedEnd: Mailbox.End
  ) async throws {
    let (text, end) = try await Self.exchange(plan, bytes: nil)
    #expect(text == expected)
    #expect(end == expectedEnd)
  }

  @Test func `a fault plan can truncate the emulator's own response`() async throws {
    try await Self.serve { stage, ports in
      let plain = stage.respond(to: Request(.get, "/nothing"), by: "stackmob")
      try Self.add(#"{"delivery":{"truncate":5},"path":"/nothing"}"#, to: stage)
      let client = try await RawClient.connect(toPort: ports["stackmob"] ?? 0)
      await client.send(Self.get.replacing("GET / ", with: "GET /nothing "))
      let text = try await client.receiveAll()
      #expect(text.hasPrefix("HTTP/1.1 \(plain.status.code) "))
      #expect(text.contains("Content-Length: \(plain.body.count)\r\n"))
      #expect(text.hasSuffix("\r\n\r\n" + String(decoding: plain.body.prefix(5), as: UTF8.self)))
      await client.close()
    }
  }

  @Test(arguments: [#","real":true"#, ""])
  func `latency delays the client, and with "real" false it moves the clock`(
    _ real: String
  ) async throws {
    try await Self.serve { stage, ports in
      try Self.add(#"{\#(Self.answer),"latency":"50ms"\#(real),"nth":1}"#, to: stage)
      try Self.add(#"{\#(Self.answer),"latency":"1h","real":false}"#, to: stage)
      let client = try await RawClient.connect(toPort: ports["stackmob"] ?? 0)
      let answer = Self.late("50ms") + "abcdefg"
      let still = Self.late("3600000ms; clock") + "abcdefg"
      let start = ContinuousClock.now
      await client.send(Self.get)
      #expect(try await client.receive(bytes: answer.utf8.count) == answer)
      #expect(start.duration(to: .now) >= .milliseconds(50))
      await client.send(Self.get)
      let both = answer.utf8.count + still.utf8.count
      #expect(try await client.receive(bytes: both) == answer + still)
      let times = try stage.namespace().journal.map(\.milliseconds)
      #expect(times == [0, 3_600_000].map { ControlDesk.opening + $0 })
      await client.close()
    }
  }

  @Test func `a plan from the control API applies to one request of a connection`()
    async throws
  {
    try await Self.serve { _, ports in
      let control = try await RawClient.connect(toPort: ports["control"] ?? 0)
      let plan = #"{\#(Self.answer),"nth":2}"#
      await control.send(
        "POST /__ghostlight/v1/faults HTTP/1.1\r\nHost: 127.0.0.1\r\n"
          + "Content-Length: \(plan.utf8.count)\r\n\r\n\(plan)")
      let answer = try await control.receive(endingWith: #"{"number":1}"#)
      #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
      await control.close()
      let client = try await RawClient.connect(toPort: ports["stackmob"] ?? 0)
      await client.send(
        Self.get + Self.get + Self.get.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
      let text = try await client.receiveAll()
      let parts = text.split(separator: Self.head + "abcdefg", omittingEmptySubsequences: false)
      #expect(parts.count == 2)
      #expect(parts.allSatisfy { $0.hasPrefix("HTTP/1.1 200 OK\r\n") })
      await client.close()
    }
  }
}
