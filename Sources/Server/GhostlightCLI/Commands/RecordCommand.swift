import ArgumentParser
import Foundation
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// `ghostlight record`: a proxy that writes down what passes.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record what a client and a backend say to each other.",
    discussion: """
      Listens, forwards each request to the upstream, and writes a HAR 1.2 file when it is \
      interrupted. The upstream is a URL (http or https) or an emulator of ours. Passwords, \
      tokens, cookies and keys are replaced by placeholders, the same secret by the same \
      placeholder, so that the recording still replays.

      Examples:
        ghostlight record --upstream https://api.example.com -o shop.har --port 4480
        ghostlight record --upstream stackmob -o login.har
      Then, for instance: curl http://127.0.0.1:4480/todo

      Exit codes: 0 after Ctrl-C or SIGTERM, 1 when the file cannot be written, 64 for wrong \
      options, 65 for a broken configuration, 69 when it cannot listen.
      """)

  @Option(help: ArgumentHelp("Who answers: a URL, or an emulator.", valueName: "URL|EMULATOR"))
  var upstream: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Trust these certificates (PEM) of an https upstream.", valueName: "FILE"))
  var trust: String?

  @OptionGroup(title: "Where to listen") var listener: ListenerOptions
  @OptionGroup(title: "HTTPS") var tls: TLSOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "What to write") var writing: WritingOptions
  @OptionGroup(title: "An emulator upstream") var stage: StageOptions

  func validate() throws {
    if let refusal = OutputFile(path: output).refusal {
      throw ValidationError("--output: \(refusal).")
    }
  }

  func run() async throws {
    let signals = TerminationSignals()
    let target = try DiffTarget(upstream, stage, trustFile: trust)
    let recorder = Recorder(comment: "Recorded from \(target.responder.name).") {
      AuthorityFolder.nowMilliseconds
    }
    signals.didStart()
    let server = try await listener.serve(
      target.addressing(target.responder.recorded(into: recorder)), tls, limits,
      saying: "records what \(target.responder.name) answers. Ctrl-C writes \(output).")
    await signals.first()
    await server.drain(timeoutSeconds: 5)
    target.close()
    try writing.write(recorder.recording, to: output)
    report(recorder.count)
    Foundation.exit(0)
  }

  private func report(_ count: Int) {
    switch listener.format {
    case .json:
      let report: JSONObject = ["written": .string(output), "exchanges": .integer(Int64(count))]
      Terminal.print(JSON.object(report).description)
    case .text:
      let secrets = writing.isVerbatim ? "with their secrets" : "secrets redacted"
      Terminal.print("\(count) \(count == 1 ? "exchange" : "exchanges") in \(output), \(secrets)")
    }
  }
}
