import Foundation

/// A command in the foreground, with the signals that would end us passed on to it.
struct ChildProcess {
  private let command: [String]
  private let environment: [String: String]

  /// A command whose environment holds variables beside our own.
  init(_ command: [String], environment: [String: String]) {
    self.command = command
    self.environment = environment
  }

  /// Runs the command to its end.
  ///
  /// - Returns: Its exit code, 128 and a signal's number, 127 where there is no such command, 126
  ///   where it cannot be run.
  func run() async -> Int32 {
    let signals = SignalStream(Self.passedOn)
    let identifier: pid_t
    do throws(SpawnProblem) {
      identifier = try ForegroundSpawn(command, environment: variables).start()
    } catch {
      Terminal.complain("\(error)")
      return error.exitCode
    }
    let passing = Task {
      for await number in signals.numbers where !Self.isGivenByTerminal(number) {
        kill(identifier, number)
      }
    }
    let code = await Self.end(of: identifier)
    passing.cancel()
    return code
  }

  private static let passedOn = [SIGINT, SIGTERM, SIGHUP]

  private var variables: [String: String] {
    ProcessInfo.processInfo.environment.merging(environment) { _, ours in ours }
  }

  /// Whether the command has the signal already: a terminal gives Ctrl-C to all in the foreground.
  private static func isGivenByTerminal(_ number: Int32) -> Bool {
    guard number == SIGINT else { return false }
    return [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { tcgetpgrp($0) == getpgrp() }
  }

  private static func end(of identifier: pid_t) async -> Int32 {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
      }
    }
  }
}
