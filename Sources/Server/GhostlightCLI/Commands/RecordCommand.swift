import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes
import Synchronization

/// `ghostlight record`: runs a proxy that forwards requests and records the exchanges.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", _superCommandName: GhostlightCommand.name,
    abstract: "Record the traffic between clients and a server.",
    discussion: HelpText.page(
      """
      Forwards requests to a server or an emulator, and writes them with their responses to a HAR \
      file after Ctrl-C. Passwords, tokens, cookies and keys are replaced by placeholders, with \
      which the recording can still be replayed.
      """,
      examples: [
        "ghostlight record --upstream https://api.example.com -o shop.har --port 4480",
        "ghostlight record --upstream https://localhost:8443 --trust ca.pem -o local.har",
        "ghostlight record --upstream stackmob --proxy 0 -o app.har",
      ],
      exits: [
        0: "after Ctrl-C or SIGTERM",
        1: "a file does not exist or cannot be written",
        64: "wrong options, or an existing output",
        65: "an invalid configuration",
        69: "a port cannot be opened",
      ]))

  @Option(help: ArgumentHelp("The server to record: a URL, or an emulator.", valueName: "URL"))
  var upstream: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String

  @Option(
    help: ArgumentHelp("Trust these certificates (PEM) of an https upstream.", valueName: "FILE"))
  var trust: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Record only the beginning of longer bodies. (default: 16M)", valueName: "SIZE"))
  var keepBody: ByteSize?

  @Flag(
    name: .customLong("keep-links"),
    help: .rare("Do not change links of the upstream to itself, nor its cookies."))
  var keepsLinks = false

  @OptionGroup var listener: ListenerOptions
  @OptionGroup(title: "HTTPS", visibility: .hidden) var tls: TLSOptions
  @OptionGroup var vendorProxy: VendorProxyOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var writing: WritingOptions
  @OptionGroup(title: "Emulator", visibility: .hidden) var stage: StageOptions

  func validate() throws {
    try OutputFile.check(output, "--output")
    if let bytes = keepBody?.bytes, !(0...1 << 40).contains(bytes) {
      throw ValidationError(
        "--keep-body: \(bytes) is out of range: use 0 to \(1 << 40) bytes, such as 16M.")
    }
  }

  func run() async throws {
    try writing.replacement.check(output)
    let signals = TerminationSignals()
    let target = try UpstreamTarget(upstream, stage, trustFile: trust)
    let recording = try OngoingRecording(
      "Recorded from \(target.name).", besides: output, listener.format,
      bodyBytes: keepBody?.bytes ?? Recorder.bodyBytes, now: target.clock)
    signals.didStart()
    let served: PersistedStage
    switch target.server {
    case .emulator(let stage): served = stage
    case .url(let upstream): served = forwarding(to: upstream, recording.recorder)
    }
    let server: EmulatorServer
    do {
      server = try await serve(served, target, recording.recorder)
    } catch {
      recording.abandon()
      throw error
    }
    await signals.first()
    let cutOff = await server.drain()
    served.close()
    if cutOff > 0 {
      Terminal.complain(
        "\(cutOff) \(cutOff == 1 ? "connection was" : "connections were") cut off after 5 seconds")
    }
    try recording.finish { try writing.write($0, to: output) }
    report(recording.recorder.count, recording.lines.leftOutCount)
    SystemCalls.exit(0)
  }

  private func serve(
    _ served: PersistedStage, _ target: UpstreamTarget, _ recorder: Recorder
  ) async throws -> EmulatorServer {
    let configuration = served.stage.configuration
    // The service of a URL records itself, before a fault plan changes the upstream's response.
    let emulator = target.upstream == nil ? target.name : nil
    guard vendorProxy.proxy == nil || emulator != nil || !configuration.services[0].hosts.isEmpty
    else {
      Terminal.complain(
        "--proxy is for an upstream with a name such as api.example.com, which \(target.name) "
          + "does not have: give a URL with a name")
      throw ExitCode(64)
    }
    let proxy = try vendorProxy.options(
      configuration.proxy, folder: stage.data, recordingInto: recorder, trustFile: trust)
    let server = try await listener.serve(
      served, only: emulator, tls, limits, proxy: proxy, recorder: emulator.map { _ in recorder },
      saying: "records what \(target.name) answers. Ctrl-C writes \(output).")
    if proxy?.settings.other == .record, let proxy = server.proxy {
      OtherHostOptions.warnThatAnyHostIsVouchedFor(by: proxy.certificateFile)
    }
    return server
  }

  /// Returns a stage whose only service forwards to the URL and records the exchanges under the
  /// URL's own addresses.
  private func forwarding(to upstream: Upstream, _ recorder: Recorder) -> PersistedStage {
    let recorded = upstream.verbatim.recorded(into: recorder).before(upstream.forwarded)
    let responder = keepsLinks ? recorded : upstream.rewritingLinks(of: recorded)
    let service = Service(
      name: "upstream", title: "Upstream", port: 0, seed: RecordingBackend(Recording([])),
      hosts: HostTable.names([upstream.host.lowercased()]),
      upstream: responder)
    // A proxy still refuses the vendors' hosts, so that an app does not reach them by accident.
    var configuration = StageConfiguration()
    for position in configuration.services.indices {
      configuration.services[position].hosts.removeAll(where: service.hosts.contains)
    }
    configuration.services.append(service)
    configuration.removeServices(except: [service.name])
    return PersistedStage(
      stage: Stage(configuration), folder: nil, recordings: ServiceRecordings())
  }

  private func report(_ count: Int, _ leftOut: Int) {
    switch listener.format {
    case .json:
      var report: JSONObject = ["written": .string(output), "exchanges": .integer(Int64(count))]
      if leftOut > 0 { report["leftOut"] = .integer(Int64(leftOut)) }
      Terminal.print(JSON.object(report).description)
    case .text:
      let secrets = writing.isVerbatim ? "with their secrets" : "secrets redacted"
      let rest = leftOut > 0 ? ", \(leftOut) not recorded" : ""
      Terminal.print(
        "\(count) \(count == 1 ? "exchange" : "exchanges") in \(output), \(secrets)\(rest)")
    }
  }
}
