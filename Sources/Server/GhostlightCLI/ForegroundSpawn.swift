import Foundation

/// Starts a command as a shell would: in our process group, so that it may read from the terminal,
/// and with no signal blocked or ignored on our behalf.
///
/// Foundation's `Process` gives a child a group of its own and the signal mask of the thread that
/// happens to start it; on a thread of the runtime that blocks nearly everything.
struct ForegroundSpawn {
  private let command: [String]
  private let environment: [String: String]

  init(_ command: [String], environment: [String: String]) {
    self.command = command
    self.environment = environment
  }

  /// - Returns: The identifier of the running process.
  func start() throws(SpawnProblem) -> pid_t {
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
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&standard, number) }
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
      throw SpawnProblem(command: command.first ?? "", number: problem)
    }
    return identifier
  }
}
