import Dispatch
package import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A child process, which is killed when this object is released.
///
/// Unlike with Foundation's `Process`, any number of processes may be started at the same time,
/// whatever the number of open files. A child inherits its three standard streams and no other open
/// file.
package final class ChildProcess: Sendable {
  /// The process id, with which other processes can send signals.
  package var identifier: pid_t { end.identifier }
  /// The program's standard output, or `nil` if it is written to a file.
  package let output: FileHandle?
  private let end: ProcessEnd

  /// Starts a program.
  ///
  /// By default, the program has no input, its output can be read from ``output``, and its error
  /// output goes to that of the tests. Otherwise, `input`, `output` and `errors` are paths of
  /// files.
  package init(
    _ program: URL, _ arguments: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    input: String = "/dev/null", output: String? = nil, errors: String? = nil
  ) throws {
    let pipe = output == nil ? try Self.pipe() : nil
    defer { if let pipe { close(pipe.writing) } }
    do {
      end = ProcessEnd(
        of: try Self.spawn(program, arguments, environment) { actions in
          posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
          if let output { posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0) }
          if let pipe { posix_spawn_file_actions_adddup2(&actions, pipe.writing, 1) }
          if let errors { posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0) }
        })
    } catch {
      if let pipe { close(pipe.reading) }
      throw error
    }
    self.output = pipe.map { FileHandle(fileDescriptor: $0.reading, closeOnDealloc: true) }
    Thread.detachNewThread { [end] in end.reap() }
  }

  deinit { send(SIGKILL) }

  /// Sends a signal, unless the program has ended.
  package func send(_ signal: Int32) { end.send(signal) }

  /// Waits until the program ends and returns its exit code.
  ///
  /// The code is 128 plus the number of the signal that killed the program, or -1 if the system
  /// does not report the end.
  package func wait() -> Int32 {
    // The object must not be released while a caller waits.
    defer { withExtendedLifetime(self) {} }
    return end.wait()
  }

  /// The exit code of ``wait()``, for which a task waits without blocking a thread.
  package var code: Int32 {
    get async {
      defer { withExtendedLifetime(self) {} }
      return await withCheckedContinuation { end.notify($0) }
    }
  }

  /// Creates a pipe and returns the file descriptors of its two ends.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      let code = Darwin.pipe(&ends)
    #else
      let code = Glibc.pipe(&ends)
    #endif
    guard code == 0 else { throw SpawnError("there is no pipe", errno) }
    return (ends[0], ends[1])
  }

  /// Starts a program with default signals, in its own process group.
  private static func spawn(
    _ program: URL, _ arguments: [String], _ environment: [String: String],
    _ prepare: (inout Actions) -> Void
  ) throws -> pid_t {
    #if canImport(Darwin)
      var (attributes, actions): (posix_spawnattr_t?, Actions) = (nil, nil)
      let flags = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var (attributes, actions) = (posix_spawnattr_t(), Actions())
      let flags: Int32 = 0
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let own = [POSIX_SPAWN_SETSIGMASK, POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETPGROUP]
    posix_spawnattr_setflags(
      &attributes, own.reduce(Int16(flags)) { $0 | Int16($1) })
    prepare(&actions)
    #if !canImport(Darwin)
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      // Other threads may open files at this moment, which also get low numbers.
      let end = (open.compactMap { Int32($0) }.max() ?? 2) + 64
      let limit = Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))
      for descriptor in 3..<max(3, limit > 0 ? min(limit, end) : end) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif
    var words = ([program.path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var identifier = pid_t()
    let problem = posix_spawn(
      &identifier, program.path, &actions, &attributes, &words, &variables)
    guard problem == 0 else {
      throw SpawnError("\(program.path) does not start", problem)
    }
    return identifier
  }

  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
  #else
    private typealias Actions = posix_spawn_file_actions_t
  #endif
}

/// The state of a process, with the callers that wait for its end.
private final class ProcessEnd: Sendable {
  private enum State {
    case running(waiters: [CheckedContinuation<Int32, Never>])
    case ended(code: Int32)
  }

  let identifier: pid_t
  private let state = Mutex(State.running(waiters: []))
  private let group = DispatchGroup()

  init(of identifier: pid_t) {
    self.identifier = identifier
    group.enter()
  }

  func send(_ signal: Int32) {
    state.withLock { state in
      if case .running = state { _ = kill(identifier, signal) }
    }
  }

  func wait() -> Int32 {
    group.wait()
    guard case .ended(let code) = state.withLock({ $0 }) else { return -1 }
    return code
  }

  func notify(_ waiter: CheckedContinuation<Int32, Never>) {
    let code: Int32? = state.withLock { state in
      switch state {
      case .ended(let code): return code
      case .running(let waiters):
        state = .running(waiters: waiters + [waiter])
        return nil
      }
    }
    if let code { waiter.resume(returning: code) }
  }

  /// Waits until the process ends, then removes it from the system's process table while no caller
  /// can send it a signal.
  func reap() {
    var about = siginfo_t()
    while waitid(P_PID, id_t(identifier), &about, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let (waiters, code) = state.withLock { state -> ([CheckedContinuation<Int32, Never>], Int32) in
      var status: Int32 = 0
      var reaped = waitpid(identifier, &status, 0)
      while reaped < 0, errno == EINTR { reaped = waitpid(identifier, &status, 0) }
      let signal = status & 0x7F
      // A process whose end is not reported counts as failed.
      let code = reaped < 0 ? -1 : signal == 0 ? status >> 8 & 0xFF : 128 + signal
      defer { state = .ended(code: code) }
      guard case .running(let waiters) = state else { return ([], code) }
      return (waiters, code)
    }
    group.leave()
    for waiter in waiters { waiter.resume(returning: code) }
  }
}

/// The reason why a program cannot be started.
private struct SpawnError: Error, CustomStringConvertible {
  let description: String

  init(_ problem: String, _ number: Int32) {
    description = "\(problem): \(String(cString: strerror(number)))"
  }
}
