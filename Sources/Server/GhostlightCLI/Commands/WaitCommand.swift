import ArgumentParser
import GhostlightServer
import HTTPTypes

/// `ghostlight wait`: waits until a server that another process starts is ready.
struct WaitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait", abstract: "Wait until a server is ready, for scripts and CI.",
    discussion: HelpText.page(
      """
      Calls the control listener until it responds, without a token. Start the server in the \
      background before.
      """,
      examples: [
        "ghostlight serve & ghostlight wait",
        "ghostlight wait --timeout 120",
        "ghostlight wait --url http://127.0.0.1:5400 && npm test",
      ],
      exits: [0: "the server is ready", 1: "no server responds in time"]))

  /// The time between two attempts.
  private static let interval = Duration.milliseconds(100)

  @Option(
    help: ArgumentHelp(
      "The URL of the control listener. (default: $GHOSTLIGHT_URL or port 4400)", valueName: "URL"))
  var url: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longest time to wait.", valueName: "SECONDS"))
  var timeout = 60

  func validate() throws {
    guard (0...86400).contains(timeout) else {
      throw ValidationError("--timeout must be 0 to 86400 seconds.")
    }
  }

  func run() async throws {
    let base = ControlOptions.base(url)
    let hint = "(waited \(timeout) s; --timeout SECONDS waits longer)"
    // A program that accepts connections and sends nothing must not outlast the timeout.
    let limit = Duration.seconds(timeout) + .milliseconds(500)
    Task {
      try await Task.sleep(for: limit)
      Terminal.complain("the server at \(base) accepts connections, but does not respond \(hint)")
      SystemCalls.exit(1)
    }
    do throws(ControlError) {
      try await Self.wait(until: ContinuousClock.now + .seconds(timeout)) {
        () async throws(ControlError) in
        _ = try await ControlClient(url: base).call(.get, "health")
      }
      Terminal.print("\(base) is ready")
    } catch {
      Terminal.complain("\(error)" + (error.kind == .unreachable ? " " + hint : ""))
      throw error.exitCode
    }
  }

  /// Calls `ask` until it succeeds; after the deadline its error is thrown.
  ///
  /// Other errors than an unreachable server end the wait at once, because time does not remove
  /// their cause.
  static func wait(
    until deadline: ContinuousClock.Instant,
    pausing pause: (Duration) async -> Void = { _ = try? await Task.sleep(for: $0) },
    now: () -> ContinuousClock.Instant = { ContinuousClock.now },
    _ ask: () async throws(ControlError) -> Void
  ) async throws(ControlError) {
    while true {
      do throws(ControlError) {
        return try await ask()
      } catch {
        guard error.kind == .unreachable, now() < deadline else { throw error }
      }
      await pause(interval)
    }
  }
}
