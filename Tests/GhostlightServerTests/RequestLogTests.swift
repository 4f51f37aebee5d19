import Ghostlight
import GhostlightCore
import Synchronization
import TestExecutors
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Request log of a server` {
  /// The header fields of requests, with the status of the response.
  private static let rows = [
    ("Host: 127.0.0.1", 401), ("Host: evil.example", 403),
    ("Host: 127.0.0.1\r\nOrigin: https://evil.example", 403),
    ("Host: 127.0.0.1\r\nX-Ghostlight-Namespace: a b", 400),
  ]

  @Test func `the log has the requests that are refused before any journal`() async throws {
    let lines = Mutex<[String]>([])
    var options = ServerOptions.patient
    options.onExchange = { emulator, request, response in
      lines.withLock {
        $0.append(
          "\(emulator) \(request.method.rawValue) \(request.target.raw) \(response.status.code)")
      }
    }
    let stage = Stage(StageConfiguration(services: [.stackMob()]))
    let server = try await EmulatorServer.start(stage, options)
    for (fields, _) in Self.rows {
      _ = try await RawClient.exchange(
        "GET /todo HTTP/1.1\r\n\(fields)\r\nConnection: close\r\n\r\n",
        withPort: server.port("stackmob"))
    }
    await server.drain(timeoutSeconds: 0)
    #expect(lines.withLock { $0 } == Self.rows.map { "stackmob GET /todo \($0.1)" })
    #expect(try stage.namespace().journal.map(\.answer.response.status.code) == [401])
  }
}
