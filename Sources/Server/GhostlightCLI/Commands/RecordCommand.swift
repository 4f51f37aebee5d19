import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes
import Synchronization

/// `ghostlight record`: runs a proxy that forwards requests and records the exchanges.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", _superCommandName: GhostlightCommand.name,
    abstract: "Record what a client and a backend say to each other.",
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
      "Keep so much of each body; longer ones pass whole and are cut in the recording.",
      valueName: "SIZE"))
  var keepBody = ByteSize(bytes: Recorder.bodyBytes)

  @Flag(name: .customLong("keep-links"), help: "Leave links of the upstream to itself as they are.")
  var keepsLinks = false

  @OptionGroup(title: "Where to listen") var listener: ListenerOptions
  @OptionGroup(title: "HTTPS") var tls: TLSOptions
  @OptionGroup(title: "A proxy with the upstream's hosts") var vendorProxy: VendorProxyOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "What to write") var writing: WritingOptions
  @OptionGroup(title: "An emulator upstream") var stage: StageOptions

  func validate() throws {
    if let refusal = OutputFile(path: output).refusal {
      throw ValidationError("--output: \(refusal).")
    }
  }

  func run() async throws {
    try writing.replacement.check(output)
    let signals = TerminationSignals()
    let target = try DiffTarget(upstream, stage, trustFile: trust)
    let recording = try OngoingRecording(
      "Recorded from \(target.responder.name).", besides: output, listener.format,
      bodyBytes: keepBody.bytes, now: target.clock)
    signals.didStart()
    let server: HTTPServer
    do {
      let proxy = try vendorProxy.listener(
        to: target, recordingInto: recording.recorder, host: listener.host, folder: stage.data,
        trustFile: trust)
      server = try await listener.serve(
        responder(target, recording.recorder), for: target.hosts, tls, limits, beside: proxy,
        saying: "records what \(target.responder.name) answers. Ctrl-C writes \(output).")
    } catch {
      recording.abandon()
      throw error
    }
    await signals.first()
    let cutOff = await server.drain(timeoutSeconds: 5)
    target.close()
    if cutOff > 0 {
      Terminal.complain(
        "\(cutOff) \(cutOff == 1 ? "connection was" : "connections were") cut off after 5 seconds")
    }
    try recording.finish { try writing.write($0, to: output) }
    report(recording.recorder.count, recording.lines.leftOutCount)
    SystemCalls.exit(0)
  }

  /// Returns the responder for clients, which records exchanges under the target's own URLs.
  ///
  /// Links to the target are replaced with links to this server, unless `--keep-links` is set.
  private func responder(_ target: DiffTarget, _ recorder: Recorder) -> Responder {
    let recorded = target.addressing(target.responder.recorded(into: recorder))
    guard let upstream = target.upstream else { return target.refusingForeignPages(recorded) }
    let responder = keepsLinks ? recorded : upstream.rewritingLinks(of: recorded)
    return responder.refusingWebSockets(notedBy: recorder)
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
