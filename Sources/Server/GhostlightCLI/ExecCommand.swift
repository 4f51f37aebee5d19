import ArgumentParser
import Foundation
import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes

/// `ghostlight exec -- <command …>`: a command beside emulators of its own.
struct ExecCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Run a command beside emulators of its own.",
    discussion: """
      Starts all emulators on free ports, waits until they listen, and runs the command with \
      GHOSTLIGHT_URL (control), GHOSTLIGHT_STACKMOB_URL and so on in its environment, and \
      APPCENTER_COSMOS_ENDPOINT for App Center Data's client. Passes SIGINT, SIGTERM and SIGHUP \
      on, and ends with the command's exit code: 126 and 127 as a shell has them, 128 and the \
      signal's number for a command that a signal ended.

      Example: ghostlight exec -- swift test
      """)

  @OptionGroup(title: "What to serve") var stage: StageOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions

  @OptionGroup(title: "Limits") var hosts: HostOptions

  @Option(help: ArgumentHelp("Write the requests to a HAR file.", valueName: "FILE"))
  var record: String?

  @Flag(name: .customLong("no-redact"), help: "Leave passwords, tokens and keys in that file.")
  var isVerbatim = false

  @Argument(parsing: .postTerminator, help: "The command with its arguments, after --.")
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("Say what to run, after --: ghostlight exec -- swift test")
    }
    guard record != nil || !isVerbatim else {
      throw ValidationError("--no-redact is about the file of --record.")
    }
    if let problem = record.flatMap({ OutputFile(path: $0).problem }) {
      throw ValidationError("--record: \(problem).")
    }
  }

  func run() async throws {
    let descriptors = InheritedDescriptors()
    let theatre = try stage.open()
    var options = ServerOptions()
    options.portBase = 0
    options.limits = limits.limits
    options.allowedHosts = hosts.allowHost
    let server: EmulatorServer
    do throws(ServerError) {
      server = try await EmulatorServer.start(theatre.stage, options)
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(69)
    }
    descriptors.keepOthers()
    let code = await ChildProcess(command, environment: server.environment).run()
    let isRecorded = await record(server)
    await server.drain(timeoutSeconds: 1)
    theatre.close()
    Foundation.exit(code == 0 && !isRecorded ? 1 : code)
  }

  /// - Returns: Whether the file is written, where one is asked for.
  private func record(_ server: EmulatorServer) async -> Bool {
    guard let record else { return true }
    guard let url = server.addresses.first(where: { $0.name == "control" })?.url else {
      return false
    }
    do throws(ControlProblem) {
      let recording = try await ControlClient(url: url).call(
        .get, isVerbatim ? "recording?redact=false" : "recording")
      return OutputFile(path: record).write(recording.text(pretty: true))
    } catch {
      Terminal.complain("cannot write \(record): \(error)")
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
    }
    return variables
  }
}
