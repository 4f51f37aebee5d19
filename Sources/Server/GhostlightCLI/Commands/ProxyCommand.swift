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
    discussion: HelpText.page(
      """
      Starts an HTTP proxy that sends requests to the vendors' hosts, such as \
      https://api.stackmob.com, to the emulators, for apps that cannot be changed. Its page at \
      http://ghostlight.test/ shows the settings of each kind of client.
      """,
      examples: [
        "ghostlight proxy --port 8080",
        "ghostlight proxy --config ghostlight.json --other pass --log text",
        "ghostlight proxy --record shop.har --other record",
      ],
      exits: [
        0: "after Ctrl-C or SIGTERM",
        1: "a file does not exist or cannot be written",
        64: "wrong options, or an existing output",
        65: "an invalid configuration",
        69: "a port cannot be opened, or no certificate can be created",
      ]))

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The port of the proxy; 0 for a free one.", valueName: "N"))
  var port = 4480

  @Option(
    parsing: .unconditional,
    help: .rare("The port of the control API; 0 for a free one.", "N"))
  var controlPort = 0

  @Option(help: ArgumentHelp("The address that the proxy binds.", valueName: "ADDRESS"))
  var host = "127.0.0.1"

  @OptionGroup var control: ControlListenerOptions

  @Option(help: "The output format.")
  var format = OutputFormat.text

  @Option(help: "Print a line for each request to standard error.")
  var log: OutputFormat?

  @OptionGroup var others: OtherHostOptions

  @Option(
    help: ArgumentHelp(
      "Write the responses of recorded hosts to this HAR file.", valueName: "FILE"))
  var record: String?

  @Option(help: .rare("Trust these certificates (PEM) of recorded hosts.", "FILE"))
  var trust: String?

  @OptionGroup var writing: WritingOptions

  @OptionGroup var stage: StageOptions

  func validate() throws {
    for (name, port) in [("--port", port), ("--control-port", controlPort)] {
      guard (0...65_535).contains(port) else {
        throw ValidationError("\(name) must be 0, or a port from 1 to 65535.")
      }
    }
    try OutputFile.check(record, "--record")
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
          ? "--other or the configuration records hosts: give --record FILE"
          : "--record: no host is recorded; add --other record, or a host with the target \"record\""
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
