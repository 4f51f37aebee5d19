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
    abstract: "Run a command next to emulators of its own.",
    discussion: """
      Starts all emulators on free ports, waits until they listen, and runs the command with \
      these variables in its environment. Passes SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 \
      on. A command that has not ended 5 seconds after SIGTERM (--kill-after) is killed. Ends with the \
      command's exit code: 126 and 127 as a shell has them, 128 and the signal's number for a \
      command that a signal ended.

        GHOSTLIGHT_URL             control; GHOSTLIGHT_CONTROL_TOKEN, if it needs a token
        GHOSTLIGHT_STACKMOB_URL    STACKMOB_PUBLIC_KEY, STACKMOB_PRIVATE_KEY
        GHOSTLIGHT_MIA_URL         MIA_SECRET
        GHOSTLIGHT_EGF2_URL
        GHOSTLIGHT_APPCENTER_URL   APPCENTER_APP_SECRET
        GHOSTLIGHT_COSMOS_URL      COSMOS_KEY; APPCENTER_COSMOS_ENDPOINT, the same address for \
      App Center Data's client
        GHOSTLIGHT_NAME_URL        for a service NAME of the configuration

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

  @OptionGroup(title: "Control access") var control: ControlListenerOptions

  @OptionGroup(title: "By which names clients come") var names: PublicAddressOptions

  @OptionGroup(title: "A proxy with the vendors' hosts") var vendorProxy: VendorProxyOptions

  @Option(help: ArgumentHelp("Write the requests to a HAR file.", valueName: "FILE"))
  var record: String?

  @Flag(name: .customLong("no-redact"), help: "Leave passwords, tokens and keys in that file.")
  var isVerbatim = false

  @OptionGroup var replacement: ReplacementOptions

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Start with the snapshots of a folder, NAMESPACE.json each.", valueName: "DIR"))
  var importFolder: String?

  @Option(
    help: ArgumentHelp(
      "When the command has ended, replace the snapshots in a folder by one of each namespace.",
      valueName: "DIR"))
  var exportOnExit: String?

  @Option(
    help: ArgumentHelp(
      "Kill a command that has not ended so long after SIGTERM.", valueName: "SECONDS"))
  var killAfter = 5

  @Argument(parsing: .postTerminator, help: "The command with its arguments, after --.")
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("Say what to run, after --: ghostlight exec -- swift test")
    }
    guard (0...86400).contains(killAfter) else {
      throw ValidationError("--kill-after takes seconds from 0 to 86400.")
    }
    guard record != nil || !isVerbatim else {
      throw ValidationError("--no-redact is about the file of --record.")
    }
    if let refusal = record.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--record: \(refusal).")
    }
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
