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
    discussion: """
      Listens, forwards each request to the upstream, and writes a HAR 1.2 file when it is \
      interrupted. The upstream is a URL (http or https) or an emulator of ours. Passwords, \
      tokens, cookies and keys are replaced by placeholders, the same secret by the same \
      placeholder, so that the recording still replays.

      Bodies of any length pass both ways as they come, server-sent events too; of longer ones the \
      beginning is kept (--keep-body; --max-body is for an emulator). Links of the upstream to \
      itself lead to the recorder, but stand in the recording as they were (--keep-links leaves \
      them). What broke off, what the upstream did not answer, and WebSockets are named and not \
      recorded.

      The second address is its control API, with a console: namespaces, requests and fault plans. \
      A plan for the emulator "upstream" changes what clients get from a URL, and not what is \
      recorded.

      While it runs, everything is in FILE.partial, which only you can read. After a kill, \
      `ghostlight recordings recover FILE.partial -o FILE` saves every exchange that was complete.

      An app that cannot be told another address is recorded through --proxy: the upstream's own \
      host, or the vendor's hosts of an emulator, lead to the recorder, within TLS too. Its clients \
      need the proxy's address and certificate: the address that it prints shows the steps.

      Examples:
        ghostlight record --upstream https://api.example.com -o shop.har --port 4480
        ghostlight record --upstream https://localhost:8443 --trust ca.pem -o local.har
        ghostlight record --upstream stackmob -o login.har
        ghostlight record --upstream stackmob --proxy 0 -o app.har
      Then, for instance: curl http://127.0.0.1:4480/todo

      Exit codes: 0 after Ctrl-C or SIGTERM, 1 when the file cannot be written, 64 for wrong \
      options or a file that exists, 65 for a broken configuration, 69 when it cannot listen.
      """)

  @Option(help: ArgumentHelp("Who answers: a URL, or an emulator.", valueName: "URL|EMULATOR"))
  var upstream: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Trust these certificates (PEM) of an https upstream.", valueName: "FILE"))
  var trust: String?

  @Option(
    help: ArgumentHelp(
      "Keep so much of each body; longer ones pass whole and are cut in the recording. (default: 16M)",
      valueName: "SIZE"))
  var keepBody: ByteSize?

  @Flag(
    name: .customLong("keep-links"),
    help: .rare("Leave links of the upstream to itself as they are."))
  var keepsLinks = false

  @OptionGroup(title: "Where to listen") var listener: ListenerOptions
  @OptionGroup(title: "HTTPS", visibility: .hidden) var tls: TLSOptions
  @OptionGroup(title: "A proxy with the upstream's hosts") var vendorProxy: VendorProxyOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "What to write") var writing: WritingOptions
  @OptionGroup(title: "An emulator upstream", visibility: .hidden) var stage: StageOptions

  func validate() throws {
    if let refusal = OutputFile(path: output).refusal {
      throw ValidationError("--output: \(refusal).")
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
          + "has not")
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
      upstream: responder.refusingWebSockets(notedBy: recorder))
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
