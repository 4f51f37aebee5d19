import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes

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

/// `ghostlight exec -- <command …>`: a command beside emulators of its own.
struct ExecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec", _superCommandName: GhostlightCommand.name,
    abstract: "Run a command beside emulators of its own.",
    discussion: """
      Starts all emulators on free ports, waits until they listen, and runs the command with \
      these variables in its environment. Passes SIGINT, SIGTERM and SIGHUP on, and ends with the \
      command's exit code: 126 and 127 as a shell has them, 128 and the signal's number for a \
      command that a signal ended.

        GHOSTLIGHT_URL             control
        GHOSTLIGHT_STACKMOB_URL    STACKMOB_PUBLIC_KEY, STACKMOB_PRIVATE_KEY
        GHOSTLIGHT_MIA_URL         MIA_SECRET
        GHOSTLIGHT_EGF2_URL
        GHOSTLIGHT_APPCENTER_URL   APPCENTER_APP_SECRET
        GHOSTLIGHT_COSMOS_URL      COSMOS_KEY; APPCENTER_COSMOS_ENDPOINT, the same address for \
      App Center Data's client

      Example: ghostlight exec -- swift test

      With --proxy, clients that speak to the vendors' own hosts reach the emulators unchanged, as \
      in `ghostlight exec --proxy 0 -- curl https://api.stackmob.com/`. The command then also finds \
      what they need: http_proxy, https_proxy, no_proxy; our certificate beside the system's in \
      SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE, GIT_SSL_CAINFO, NODE_EXTRA_CA_CERTS; a \
      trust store in JAVA_TOOL_OPTIONS; a script in NODE_OPTIONS, as Node ignores the others; and \
      GHOSTLIGHT_PROXY_URL, GHOSTLIGHT_PROXY_CERTIFICATE. Browsers, and Swift's URLSession on Linux, \
      trust what the system trusts: see the proxy's page at http://ghostlight.test/.
      """)

  @OptionGroup(title: "What to serve") var stage: StageOptions

  @OptionGroup(title: "Console") var console: ConsoleOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions

  @OptionGroup(title: "By which names clients come") var names: PublicAddressOptions

  @OptionGroup(title: "A proxy with the vendors' hosts") var vendorProxy: VendorProxyOptions

  @Option(help: ArgumentHelp("Write the requests to a HAR file.", valueName: "FILE"))
  var record: String?

  @Flag(name: .customLong("no-redact"), help: "Leave passwords, tokens and keys in that file.")
  var isVerbatim = false

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Start with the snapshots of a folder, NAMESPACE.json each.", valueName: "DIR"))
  var importFolder: String?

  @Option(
    help: ArgumentHelp(
      "Write a snapshot of each namespace to a folder when the command has ended.", valueName: "DIR"
    ))
  var exportOnExit: String?

  @Argument(parsing: .postTerminator, help: "The command with its arguments, after --.")
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("Say what to run, after --: ghostlight exec -- swift test")
    }
    guard record != nil || !isVerbatim else {
      throw ValidationError("--no-redact is about the file of --record.")
    }
    if let refusal = record.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--record: \(refusal).")
    }
  }

  func run() async throws {
    let descriptors = InheritedDescriptors()
    let persisted = try stage.open()
    var options = ServerOptions()
    options.portBase = 0
    options.limits = limits.limits
    options.isConsoleReadOnly = console.readOnlyConsole
    options.allowedHosts = names.allowHost
    options.publicAddresses = try names.addresses
    options.proxy = try vendorProxy.options(
      persisted.stage.configuration.proxy, folder: stage.data)
    let server = try await persisted.serve(options)
    descriptors.keepOthers()
    let control = server.addresses.first { $0.name == "control" }?.url ?? ""
    if let importFolder { try await SnapshotFolder(path: importFolder).bring(into: control) }
    let clients = try server.proxy.map { try ClientEnvironment(of: $0) }
    let variables = server.environment.merging(clients?.variables ?? [:]) { ours, _ in ours }
    let code = await ChildProcess(command, environment: variables).run()
    clients?.remove()
    var isRecorded = await record(server)
    if let exportOnExit, await !SnapshotFolder(path: exportOnExit).take(from: control) {
      isRecorded = false
    }
    await server.drain(timeoutSeconds: 1)
    persisted.close()
    SystemCalls.exit(code == 0 && !isRecorded ? 1 : code)
  }

  /// - Returns: Whether the file is written, where one is asked for.
  private func record(_ server: EmulatorServer) async -> Bool {
    guard let record else { return true }
    guard let url = server.addresses.first(where: { $0.name == "control" })?.url else {
      return false
    }
    do throws(ControlError) {
      let recording = try await ControlClient(url: url).call(
        .get, isVerbatim ? "recording?redact=false" : "recording")
      return OutputFile(path: record).write(recording.text(pretty: true))
    } catch {
      Terminal.complain("cannot write \(record): \(error)")
      return false
    }
  }
}

/// Snapshots of namespaces in a folder, `default.json` and so on.
struct SnapshotFolder {
  let path: String

  /// Restores all of them.
  ///
  /// - Throws: `ExitCode` 65, after one line about the folder or file that is of no use.
  func bring(into control: String) async throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
    guard !files.isEmpty else {
      Terminal.complain("--import: there is no snapshot in \(path), such as default.json")
      throw ExitCode(65)
    }
    for name in files {
      let file = InputFile(path: path + "/" + name, what: "a snapshot")
      guard case .object(var body) = try file.json() else {
        throw file.broken("\(file.path): $: must be an object, as `ghostlight snapshot` saves it")
      }
      body["namespace"] = .string(String(name.dropLast(".json".count)))
      do throws(ControlError) {
        _ = try await ControlClient(url: control).call(.put, "snapshot", .object(body))
      } catch {
        throw file.broken("\(file.path): \(error)")
      }
    }
  }

  /// Writes one of each namespace.
  ///
  /// - Returns: Whether all are written; if not, one line was said about it.
  func take(from control: String) async -> Bool {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let client = try ControlClient(url: control)
      for name in (try await client.call(.get, "namespaces")["namespaces"]?.array ?? []) {
        let name = name.string ?? ""
        let snapshot = try await client.call(
          .get, "snapshot?namespace=\(PercentEncoding.encode(name))")
        guard OutputFile(path: "\(path)/\(name).json").write(snapshot.text(pretty: true)) else {
          return false
        }
      }
      return true
    } catch {
      Terminal.complain("--export-on-exit: cannot write to \(path): \(error)")
      return false
    }
  }
}

extension EmulatorServer {
  /// What the command finds in its environment.
  fileprivate var environment: [String: String] {
    var variables: [String: String] = [:]
    for address in addresses {
      let name = address.name == "control" ? "" : "_" + address.name.uppercased()
      variables["GHOSTLIGHT\(name)_URL"] = address.url
      // What App Center Data's client calls instead of the account that the exchange names.
      if address.name == "cosmos" { variables["APPCENTER_COSMOS_ENDPOINT"] = address.url }
      for key in address.keys { variables[key.name] = key.value }
    }
    return variables
  }
}

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
    do throws(SpawnError) {
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
      SystemCalls.detachThread {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
        let signal = status & 0x7F
        continuation.resume(returning: signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
      }
    }
  }
}

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
      throw SpawnError(command: command.first ?? "", number: problem)
    }
    return identifier
  }
}

/// The file descriptors that we were started with: a command of ours gets these and no others.
///
/// Without this a command, and what it leaves running, would hold our listeners open.
struct InheritedDescriptors {
  private let inherited = Self.open()

  /// Keeps what we opened ourselves from commands that start from here on.
  func keepOthers() {
    for descriptor in Self.open().subtracting(inherited) where descriptor > 2 {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  private static func open() -> Set<Int32> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    return Set(names.compactMap { Int32($0) })
  }
}

/// Why a command could not be started.
struct SpawnError: Error, CustomStringConvertible {
  let command: String
  /// The system's error number.
  let number: Int32

  /// As a shell has it: 127 where there is no such command, else 126.
  var exitCode: Int32 { number == ENOENT ? 127 : 126 }

  var description: String {
    guard number != ENOENT else { return "there is no command \(command): check its name and PATH" }
    return "cannot run \(command): \(String(cString: strerror(number)))"
  }
}
