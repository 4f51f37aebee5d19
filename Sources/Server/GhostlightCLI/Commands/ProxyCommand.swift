import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// `ghostlight proxy`: serves the vendors' own hosts, for clients whose URLs cannot be changed.
struct ProxyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proxy", _superCommandName: GhostlightCommand.name,
    abstract: "Forward the vendors' hosts to the emulators.",
    discussion: """
      An HTTP proxy for an app's binary, a simulator, a phone, or an SDK in another language: what \
      asks it for https://api.stackmob.com, or for an account below documents.azure.com, reaches the \
      emulator. It makes certificates for these hosts with an authority of its own, which can vouch \
      for no others. Its page says what each kind of client needs: open the address that it prints, \
      or http://ghostlight.test/ through it.

      Further hosts stand in ghostlight.json: \
      {"proxy": {"hosts": {"api.example.com": "mia", "*.example.org:8443": "egf2"}}}. All other \
      hosts are refused, or passed through with --other pass; this machine, its link and metadata \
      services are never reached.

      With --record, hosts that lead to "record", or all others with --other record, are reached, \
      and what they say is written to a HAR file at the end, without its secrets. For all others the \
      certificate has to be one that can vouch for any host: it is another one, and the proxy says so.

      Examples:
        ghostlight proxy --port 8080
        ghostlight proxy --config ghostlight.json --other pass --log text
        ghostlight proxy --record shop.har --other record

      Exit codes: 0 after Ctrl-C or SIGTERM, 1 when the recording cannot be written, 64 for wrong \
      options or a file that exists, 65 for a broken configuration, 69 when it cannot listen or \
      certify.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The proxy's port; 0 takes a free one.", valueName: "N"))
  var port = 4480

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The control API's port; 0 takes a free one.", valueName: "N"))
  var controlPort = 0

  @Option(help: "The address that the proxy binds.")
  var host = "127.0.0.1"

  @OptionGroup(title: "Control access") var control: ControlListenerOptions

  @Option(help: "How to print: for people, or JSON.")
  var format = OutputFormat.text

  @Option(help: "Print a line for each request, to standard error: for people, or JSON.")
  var log: OutputFormat?

  @OptionGroup(title: "Other hosts") var others: OtherHostOptions

  @Option(
    help: ArgumentHelp(
      "Write what hosts that are recorded say to this HAR file.", valueName: "FILE"))
  var record: String?

  @Option(
    help: ArgumentHelp("Trust these certificates (PEM) of recorded hosts.", valueName: "FILE"))
  var trust: String?

  @OptionGroup(title: "What to write") var writing: WritingOptions

  @OptionGroup(title: "What to serve") var stage: StageOptions

  func validate() throws {
    for (name, port) in [("--port", port), ("--control-port", controlPort)] {
      guard (0...65_535).contains(port) else {
        throw ValidationError("\(name) takes 0, or a port from 1 to 65535.")
      }
    }
    if let refusal = record.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--record: \(refusal).")
    }
  }

  func run() async throws {
    try writing.replacement.check(record)
    let signals = TerminationSignals()
    let persisted = try stage.open()
    var options = ServerOptions()
    (options.host, options.portBase) = (host, controlPort)
    control.set(&options)
    options.opensEmulators = false
    if let log {
      options.onExchange = { emulator, request, response in
        ExchangeLine.write(emulator, request, response, as: log)
      }
    }
    let settings = persisted.stage.configuration.proxy
    guard others.records(settings) == (record != nil) else {
      Terminal.complain(
        record == nil
          ? "hosts are to be recorded: say where with --record FILE"
          : "--record has nothing to record: add --other record, or a host that leads to \"record\""
      )
      throw ExitCode(64)
    }
    let recording = try record.map {
      try OngoingRecording(
        "Recorded by a proxy.", besides: $0, format, now: { SystemTime.milliseconds() })
    }
    let server: EmulatorServer
    do {
      options.proxy = try others.options(
        port: port, settings, folder: stage.data, recordingInto: recording?.recorder,
        trustFile: trust)
      server = try await persisted.serve(
        options, naming: ["control": "--control-port", "proxy": "--port"])
    } catch {
      recording?.abandon()
      throw error
    }
    signals.didStart()
    announce(server, recordsAll: options.proxy?.settings.other == .record)
    await signals.first()
    await server.drain()
    let isRecorded = persisted.close(log)
    if let record, let recording {
      try recording.finish { try writing.write($0, to: record) }
      let count = recording.recorder.count
      if format == .text {
        Terminal.print("\(count) \(count == 1 ? "exchange" : "exchanges") in \(record)")
      }
    }
    SystemCalls.exit(isRecorded ? 0 : 1)
  }

  private func announce(_ server: EmulatorServer, recordsAll: Bool) {
    guard let proxy = server.proxy else { return }
    let url = ServerAddress.reachable(proxy.url)
    let controlURL = ServerAddress.reachable(server.addresses.first?.url ?? "")
    let token = server.controlToken
    switch format {
    case .json:
      var line: JSONObject = [
        "ready": true, "url": .string(url), "control": .string(controlURL),
        "certificate": .string(proxy.certificateFile),
      ]
      line["controlToken"] = token.map { .string($0.text) }
      Terminal.print(JSON.object(line).description)
    case .text:
      Terminal.print(
        """
        \(url)  leads the vendors' hosts to the emulators; Ctrl-C stops it.
        What clients need is shown there, and at http://ghostlight.test/ through it.

        Try:
          curl --proxy \(url) --cacert '\(proxy.certificateFile)' https://api.stackmob.com/
          curl \(token == nil ? "" : ControlToken.field + " ")\(controlURL)/  # control
        """)
      if let lines = token?.consoleLink(server.addresses) {
        Terminal.print("\n" + lines.joined(separator: "\n"))
      }
    }
    if recordsAll {
      OtherHostOptions.warnThatAnyHostIsVouchedFor(by: proxy.certificateFile)
    }
    ServerAddress.warn(of: host, control: control.controlHost)
  }
}
