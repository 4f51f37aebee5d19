import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `ghostlight exec -- <command …>`: starts emulators, runs a command, and stops the emulators.
struct ExecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec", _superCommandName: GhostlightCommand.name,
    abstract: "Run a command with its own emulators.",
    discussion: HelpText.page(
      """
      Starts the emulators on free ports, and runs the command with their URLs and keys in its \
      environment, such as GHOSTLIGHT_URL, GHOSTLIGHT_STACKMOB_URL and STACKMOB_PUBLIC_KEY. With \
      --proxy, the command can also call the vendors' own hosts.
      """,
      examples: [
        "ghostlight exec -- swift test",
        "ghostlight exec --record journal.har -- npm test",
        "ghostlight exec --proxy 0 -- curl https://api.stackmob.com/",
      ],
      exits: [
        0: "success of the command, whose exit code it is otherwise",
        1: "a file does not exist or cannot be written",
        65: "an invalid configuration or data folder",
        69: "a port cannot be opened",
        126: "the command cannot be run",
        127: "the command does not exist",
      ]))

  @OptionGroup var stage: StageOptions

  @OptionGroup var control: ControlListenerOptions

  @OptionGroup var names: PublicAddressOptions

  @OptionGroup var vendorProxy: VendorProxyOptions

  @Option(help: ArgumentHelp("Write the requests to a HAR file.", valueName: "FILE"))
  var record: String?

  @Flag(
    name: .customLong("no-redact"),
    help: .rare("Keep passwords, tokens and keys in that file."))
  var isVerbatim = false

  @OptionGroup var replacement: ReplacementOptions

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Start with the snapshots in a folder, such as default.json.", valueName: "DIR"))
  var importFolder: String?

  @Option(
    help: ArgumentHelp(
      "Replace the snapshots in a folder when the command ends.", valueName: "DIR"))
  var exportOnExit: String?

  @Option(
    parsing: .unconditional,
    help: .rare("Kill a command that does not end after SIGTERM.", "SECONDS"))
  var killAfter = 5

  @Argument(parsing: .postTerminator, help: "The command and its arguments.")
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError(
        "The command is missing: add it after --, as in ghostlight exec -- swift test.")
    }
    guard (0...86400).contains(killAfter) else {
      throw ValidationError("--kill-after must be 0 to 86400 seconds.")
    }
    guard record != nil || !isVerbatim else {
      throw ValidationError("--no-redact needs --record FILE: add it.")
    }
    try OutputFile.check(record, "--record")
    if let importFolder { _ = try SnapshotFolder(path: importFolder).names() }
  }

  func run() async throws {
    try replacement.check(record)
    let descriptors = InheritedDescriptors()
    let persisted = try stage.open()
    var options = ServerOptions()
    options.portBase = 0
    control.set(&options)
    options.allowedHosts = names.allowHost
    options.publicAddresses = try names.addresses(of: persisted.stage.configuration.services)
    options.proxy = try vendorProxy.options(
      persisted.stage.configuration.proxy, folder: stage.data)
    let server = try await persisted.serve(options)
    descriptors.setCloseOnExec()
    ServerAddress.warn(of: options.host, control: control.controlHost)
    let client = try server.controlClient
    if let importFolder { try await SnapshotFolder(path: importFolder).restore(into: client) }
    // From this point no signal ends the process before the files for clients are removed.
    let signals = SignalStream(ChildProcess.passedOn)
    let clients = try server.proxy.map { try ClientEnvironment(of: $0) }
    let variables = server.environment.merging(clients?.variables ?? [:]) { ours, _ in ours }
    let code = await ChildProcess(command, environment: variables, killSeconds: killAfter)
      .run(passing: signals)
    clients?.remove()
    var isRecorded = await record(client)
    if let exportOnExit, await !SnapshotFolder(path: exportOnExit).save(from: client) {
      isRecorded = false
    }
    await server.drain(timeoutSeconds: 1)
    if !persisted.close() { isRecorded = false }
    SystemCalls.exit(code == 0 && !isRecorded ? 1 : code)
  }

  /// Writes the recording if one is requested; returns `false` if that failed.
  private func record(_ client: ControlClient) async -> Bool {
    guard let record else { return true }
    do throws(ControlError) {
      let recording = try await client.call(
        .get, isVerbatim ? "recording?redact=false" : "recording")
      let text = recording.text(pretty: true)
      return OutputFile(path: record).write(text, for: .owner, replacing: replacement.force)
    } catch {
      Terminal.complain("cannot write \(record): \(error)")
      return false
    }
  }
}

extension EmulatorServer {
  /// A client of this server's control API.
  fileprivate var controlClient: ControlClient {
    get throws(ControlError) {
      let url = addresses.first { $0.name == "control" }?.url ?? ""
      return try ControlClient(url: ServerAddress.reachable(url), token: controlToken)
    }
  }

  /// The environment variables that the command gets in addition to the inherited ones.
  fileprivate var environment: [String: String] {
    var variables: [String: String] = [:]
    variables["GHOSTLIGHT_CONTROL_TOKEN"] = controlToken?.text
    for address in addresses {
      let name =
        address.name == "control"
        ? "" : "_" + address.name.uppercased().replacing("-", with: "_")
      variables["GHOSTLIGHT\(name)_URL"] = ServerAddress.reachable(address.url)
      // App Center Data's client uses this endpoint instead of the account that the token exchange
      // returns.
      if address.name == "cosmos" { variables["APPCENTER_COSMOS_ENDPOINT"] = address.url }
      for key in address.keys { variables[key.name] = key.value }
    }
    return variables
  }
}
