import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `Basic analytics` {
  /// Simulates a start of the app, sends a query, and returns `count` usage reports once they have
  /// arrived.
  private func reports(
    _ count: Int, of store: MKMemoryStore, at now: Date = TestApp.noon,
    answering status: HTTPResponse.Status = .ok
  ) async throws -> [String] {
    let (lines, slot) = AsyncStream.makeStream(of: String.self)
    let app = TestApp(change: { environment in
      environment.store = store
      environment.now = { now }
      environment.transport = .inProcess(
        Responder(
          name: "reports",
          immediate: { request in
            guard request.target.raw == "/analytics/" else { return .json(.ok, []) }
            slot.yield(request.line)
            return .json(status, [:])
          }))
    })
    app.instance.analyticsEnabled = true
    let query = app.run { MIAQuery(collectionName: "c") }
    _ = try await query.findObjects()
    _ = try await query.findObjects()
    await app.instance.reported()
    slot.finish()
    var found: [String] = []
    for await line in lines { found.append(line) }
    #expect(found.count == count)
    return found
  }

  private static func line(_ type: String, _ day: String, _ timestamp: Int) -> String {
    #"POST /analytics/ {"type":"\#(type)","installationId":"b1","day":"\#(day)","#
      + #""timestamp":\#(timestamp),"platform":"linux","sdk":"mkApp","sdkVersion":"1.0.0","#
      + #""appVersion":"1.0"}"#
  }

  @Test func `the installation is reported once, and use once a day`() async throws {
    let store = MKMemoryStore()
    let first = try await reports(2, of: store)
    #expect(
      first == [
        Self.line("installation", "2019-05-17", 1_558_051_200_000),
        Self.line("dailyuse", "2019-05-17", 1_558_051_200_000),
      ])
    _ = try await reports(0, of: store, at: TestApp.noon.addingTimeInterval(3600))
    let next = try await reports(1, of: store, at: TestApp.noon.addingTimeInterval(86_400))
    #expect(next == [Self.line("dailyuse", "2019-05-18", 1_558_137_600_000)])
  }

  @Test func `a failed report is sent again at the next start`() async throws {
    for code in [400, 500] {
      let store = MKMemoryStore()
      _ = try await reports(1, of: store, answering: HTTPResponse.Status(code: code))
      _ = try await reports(2, of: store)
    }
    let store = MKMemoryStore()
    _ = try await reports(2, of: store, answering: HTTPResponse.Status(code: 399))
    _ = try await reports(0, of: store)
  }

  @Test func `analytics can be switched off`() async throws {
    let app = TestApp(.json(.ok, []))
    _ = try await app.run { try await MIAQuery(collectionName: "c").findObjects() }
    await app.instance.reported()
    #expect(app.service.lines == ["GET /c/"])
  }
}
