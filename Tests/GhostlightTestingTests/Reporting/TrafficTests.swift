import Foundation
import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Traffic of a failed test` {
  private static let trait = GhostlightTrait.ghostlight(
    .stackMob(), clock: .frozen(at: 1_371_040_000_123), allowingUnmatched: true)

  /// Runs a test with a log, and returns the text that is attached if the test fails.
  private func text(
    _ body: @escaping @Sendable (TestContext) async throws -> Void
  ) async throws -> String {
    let log = try #require(TrafficLog.outermost)
    let found = try await TrafficLog.collecting(in: log) {
      try await Observed.issues(with: Self.trait, body)
    }
    #expect(found == [])
    return log.text
  }

  @Test func `requests, responses, reasons and times are listed, without secrets`() async throws {
    let text = try await text { context in
      let jack: JSON = ["username": "jack", "password": "correct-horse-battery"]
      _ = await context.respond(to: .stackMob(.post, "/user", jack))
      _ = await context.respond(to: .stackMob(.patch, "/todo/1"))
      context.stub(.get("/stub"), Response(.ok))
      _ = await context.respond(to: Request(.get, "/stub"))
    }
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.first == "stackmob: 2 requests arrived; the clock is at 2013-06-12T12:26:40.123Z")
    #expect(
      lines.dropFirst().first == #"#1 2013-06-12T12:26:40.123Z stackmob: changed, route "Create""#)
    #expect(lines.contains { $0.hasPrefix("curl -i -X POST 'http://127.0.0.1:4401/user' -H ") })
    #expect(lines.contains("→ 201"))
    #expect(lines.contains("#2 2013-06-12T12:26:40.123Z stackmob: unmatched"))
    #expect(lines.contains { $0.hasPrefix("  X-Ghostlight-Reason: ") })
    #expect(lines.suffix(2) == ["requests that got a stubbed response, in order:", "  GET /stub"])
    #expect(!text.contains("correct-horse-battery"))
  }

  @Test func `bytes that are not text, fault plans and deliveries are described`() async throws {
    let text = try await text { context in
      let bodies: [[UInt8]] = [[0xFF, 0xFE, 0xFD], [0x61, 0x01], Array("{\t\r\n".utf8)]
      for body in bodies {
        var request = Request.stackMob(.post, "/todo")
        request.body = body
        _ = await context.respond(to: request)
      }
      try context.namespace.addFault(FaultPlan(.deliver(.reset)))
      _ = await context.respond(to: .stackMob(.get, "/user"))
    }
    #expect(
      text.matches(of: /# without its body of (\d) bytes/).map { String($0.1) } == ["3", "2"])
    #expect(text.matches(of: /, fault plan 1\n/).count == 1)
    #expect(text.matches(of: /\n  \(delivery: reset\)\n/).count == 1)
  }

  @Test func `the text is bounded`() async throws {
    let text = try await text { context in
      for number in 1...60 {
        let text = String(repeating: "a", count: number == 60 ? 5000 : 1)
        _ = await context.respond(to: .stackMob(.post, "/todo", ["text": .string(text)]))
      }
    }
    #expect(text.hasPrefix("stackmob: 60 requests arrived; "))
    #expect(text.contains("\nthe first 10 are left out\n"))
    #expect(text.utf8.count < 60_000)
    #expect(text.contains(" --data-binary @body  # 50"))
    #expect(text.contains("… (cut off)"))
  }

  @Test func `a test without requests has a text that explains it`() async throws {
    #expect(
      try await text { _ in }
        == "stackmob: no request arrived; the clock is at 2013-06-12T12:26:40.123Z\n\n")
  }
}
