import GhostlightCore
import GhostlightServer
import Synchronization
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `Waiting for a server` {
  /// A clock that moves by one second with each pause.
  private final class Clock: Sendable {
    private let start = ContinuousClock.now
    private let seconds = Mutex(0)

    var now: ContinuousClock.Instant { start + .seconds(seconds.withLock { $0 }) }
    var passed: Int { seconds.withLock { $0 } }

    func pause() { seconds.withLock { $0 += 1 } }

    func wait(
      for limit: Int, _ ask: (_ second: Int) throws(ControlError) -> Void
    ) async throws(ControlError) {
      try await WaitCommand.wait(
        until: start + .seconds(limit), pausing: { _ in pause() }, now: { now }
      ) { () async throws(ControlError) in try ask(passed) }
    }
  }

  private static func error(_ kind: ControlError.Kind) -> ControlError { ControlError(kind, "no") }

  @Test func `the wait ends with the first response`() async throws {
    let clock = Clock()
    try await clock.wait(for: 60) { second throws(ControlError) in
      if second < 3 { throw Self.error(.unreachable) }
    }
    #expect(clock.passed == 3)
  }

  @Test(arguments: [(ControlError.Kind.unreachable, 5), (.badURL, 0), (.refused, 0)])
  func `the wait ends after the timeout, or at once if more attempts cannot help`(
    _ kind: ControlError.Kind, _ seconds: Int
  ) async {
    let clock = Clock()
    await #expect(throws: Self.error(kind)) {
      try await clock.wait(for: 5) { _ throws(ControlError) in throw Self.error(kind) }
    }
    #expect(clock.passed == seconds)
  }

  @Test func `the wait for a running server needs no token`() throws {
    let server = try RunningServer("--control-token", "0123456789abcdef")
    #expect(
      try server.run("wait") == CommandResult(code: 0, output: "\(server.control) is ready\n"))
  }

  @Test func `the error after the timeout names the remedies`() throws {
    let url = "http://127.0.0.1:1"
    #expect(
      try Command.run("wait", "--timeout", "0", "--url", url)
        == .message(
          1,
          "no server responds at \(url): start `ghostlight serve`, or set its address with --url "
            + "(waited 0 s; --timeout SECONDS waits longer)"))
  }

  @Test func `a program that never responds does not outlast the timeout`() async throws {
    let silent = Responder(name: "test") { _, _ in
      .deferred(DeferredResponse(waits: true) { _, _ in })
    }
    try await ServedResponder.run(silent) { served in
      let result = try Command.run("wait", "--timeout", "0", "--url", served.url)
      #expect(
        result
          == .message(
            1,
            "the server at \(served.url) accepts connections, but does not respond "
              + "(waited 0 s; --timeout SECONDS waits longer)"))
    }
  }

  @Test(arguments: [("-1", 64), ("soon", 64)])
  func `a timeout is a number of seconds`(_ timeout: String, _ code: Int32) throws {
    #expect(try Command.run("wait", "--timeout=\(timeout)").code == code)
  }
}
