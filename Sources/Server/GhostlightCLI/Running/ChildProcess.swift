import GhostlightServer
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A command that runs in the foreground and receives the signals that would end this process.
struct ChildProcess {
  /// The signals that are forwarded to the command.
  ///
  /// SIGTSTP and SIGWINCH are not forwarded, because the terminal sends them to the command itself.
  static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

  private let command: [String]
  private let environment: [String: String]
  private let killSeconds: Int

  /// Creates a command; `environment` is added to the environment of this process.
  ///
  /// The command is killed if it has not ended `killSeconds` seconds after SIGTERM.
  init(_ command: [String], environment: [String: String], killSeconds: Int) {
    self.command = command
    self.environment = environment
    self.killSeconds = killSeconds
  }

  /// Runs the command and waits until it ends.
  ///
  /// - Returns: The command's exit code; 128 plus the number of the signal that ended it; 127 if
  ///   the command does not exist; 126 if it cannot be run.
  func run(passing signals: SignalStream) async -> Int32 {
    let child: RunningChild
    do throws(SpawnError) {
      child = RunningChild(try ForegroundSpawn(command, environment: variables).start())
    } catch {
      Terminal.complain("\(error)")
      return error.exitCode
    }
    let passing = Task {
      for await number in signals.numbers where !Self.isGivenByTerminal(number) {
        child.send(number)
        if number == SIGTERM { child.kill(afterSeconds: killSeconds) }
      }
    }
    let code = await child.end()
    passing.cancel()
    return code
  }

  private var variables: [String: String] {
    ProcessInfo.processInfo.environment.merging(environment) { _, ours in ours }
  }

  /// Returns whether the terminal has already sent the signal to the command.
  ///
  /// A terminal sends the signals of Ctrl-C and Ctrl-\ to all processes in the foreground.
  private static func isGivenByTerminal(_ number: Int32) -> Bool {
    guard number == SIGINT || number == SIGQUIT else { return false }
    return [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { tcgetpgrp($0) == getpgrp() }
  }
}

/// A child process that has not ended yet.
///
/// Signals are never sent to another process that later gets the same identifier.
private final class RunningChild: Sendable {
  /// The identifier of the process; `nil` after it has ended.
  private let identifier: Mutex<pid_t?>

  init(_ identifier: pid_t) { self.identifier = Mutex(identifier) }

  func send(_ signal: Int32) {
    identifier.withLock { if let identifier = $0 { SystemCalls.kill(identifier, signal) } }
  }

  /// Kills the process after a delay, unless it has ended by then.
  func kill(afterSeconds seconds: Int) {
    Task {
      try? await Task.sleep(for: .seconds(seconds))
      send(SIGKILL)
    }
  }

  /// Waits until the process ends; returns its exit code, or 128 plus the signal that ended it.
  func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      DetachedThread.start { [self] in continuation.resume(returning: waitForEnd()) }
    }
  }

  private func waitForEnd() -> Int32 {
    guard let process = identifier.withLock({ $0 }) else { return 0 }
    var information = siginfo_t()
    // The identifier cannot be reused until the process is reaped, which needs the lock.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    return identifier.withLock { identifier in
      identifier = nil
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }
}

/// Starts a command as a shell would: in this process group, with no signal blocked or ignored.
///
/// The command can therefore read from the terminal.
///
/// Foundation's `Process` is not used, because it creates a new process group and inherits the
/// signal mask of the calling thread. A thread of the Swift runtime blocks nearly all signals.
struct ForegroundSpawn {
  private let command: [String]
  private let environment: [String: String]

  init(_ command: [String], environment: [String: String]) {
    self.command = command
    self.environment = environment
  }

  /// Starts the command and returns its process identifier.
  func start() throws(SpawnError) -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var standard = sigset_t()
    sigemptyset(&standard)
    for number in ChildProcess.passedOn + [SIGPIPE] { sigaddset(&standard, number) }
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var identifier = pid_t()
    let problem = posix_spawnp(
      &identifier, command.first ?? "", nil, &attributes, &arguments, &variables)
    guard problem == 0 else {
      throw SpawnError(command: command.first ?? "", number: problem)
    }
    return identifier
  }
}

/// The file descriptors that this process inherited, which are the only ones its commands inherit.
///
/// Otherwise a command, and the processes that it leaves running, would keep our listeners open.
struct InheritedDescriptors {
  private let inherited = Self.open()

  /// Marks this process's own descriptors, so that commands started after this call do not inherit
  /// them.
  func setCloseOnExec() {
    for descriptor in Self.open().subtracting(inherited) where descriptor > 2 {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  private static func open() -> Set<Int32> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    return Set(names.compactMap { Int32($0) })
  }
}

/// The reason why a command could not be started.
struct SpawnError: Error, CustomStringConvertible {
  let command: String
  /// The system's error number.
  let number: Int32

  /// The exit code as in a shell: 127 if the command does not exist, otherwise 126.
  var exitCode: Int32 { number == ENOENT ? 127 : 126 }

  var description: String {
    guard number != ENOENT else { return "there is no command \(command): check its name and PATH" }
    return "cannot run \(command): \(String(cString: strerror(number)))"
  }
}
