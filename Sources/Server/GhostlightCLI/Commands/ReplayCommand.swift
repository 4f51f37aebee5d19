public import ArgumentParser
import Foundation
import GhostlightCore
public import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight replay`: a server that answers from recordings.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Answer from recordings, never from the network.",
    discussion: """
      Serves HAR files until interrupted. The n-th identical request gets the n-th answer; method, \
      path, query and body decide what is identical. Secrets match whatever they are: any password \
      is the recorded one. A request without an answer gets 501, and a line here says what was \
      nearest. At the end the report lists misses and exchanges that nobody asked for.

      Example: ghostlight replay login.har shop.har --port 4480 --policy last

      Exit codes: 0, 1 when requests missed, 64 for wrong options, 65 for a broken recording, 69 \
      when it cannot listen.
      """)

  @Argument(help: ArgumentHelp("HAR files, of any tool.", valueName: "FILE"))
  var files: [String]

  @Option(help: "What follows the last answer to a request: nothing, the same again, or the first.")
  var policy = ReplayPolicy.once

  @Option(
    help: ArgumentHelp("Let this one answer what is not recorded.", valueName: "URL|EMULATOR"))
  var spy: String?

  @Flag(name: .customLong("exact"), help: "Compare secrets too, as they stand in the files.")
  var isExact = false

  @Option(
    help: ArgumentHelp("Trust these certificates (PEM) of an https spy.", valueName: "FILE"))
  var trust: String?

  @OptionGroup(title: "Where to listen") var listener: ListenerOptions
  @OptionGroup(title: "HTTPS") var tls: TLSOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "What is secret") var redaction: RedactionOptions
  @OptionGroup(title: "An emulator as spy") var stage: StageOptions

  func run() async throws {
    let signals = TerminationSignals()
    let recording = try RecordingFile.merged(files)
    let redactor = Redactor(isExact ? .off : redaction.rules)
    let replayer = Replayer(
      recording, policy: policy, normalise: redactor.normaliser(for: recording))
    for problem in replayer.report.problems { Terminal.complain("warning: \(problem)") }
    let target = try spy.map { try DiffTarget($0, stage, trustFile: trust) }
    let log = SpyLog()
    let responder =
      target?.whole.forwarded(by: replayer, log: log)
      ?? Self.printingMisses(replayer.responder)
    let count = recording.exchanges.count
    signals.didStart()
    let server = try await listener.serve(
      responder, tls, limits,
      saying: "answers from \(count) recorded \(count == 1 ? "exchange" : "exchanges")"
        + (spy.map { ", else asks \($0)" } ?? "") + ". Ctrl-C ends.")
    await signals.first()
    await server.drain(timeoutSeconds: 5)
    target?.close()
    let report = replayer.report
    print(report, forwarded: log.forwardedCount)
    Foundation.exit(report.missCount == 0 ? 0 : 1)
  }

  /// Says each miss at once.
  private static func printingMisses(_ responder: Responder) -> Responder {
    guard let respondNow = responder.respondNow else { return responder }
    return Responder(name: responder.name) { request in
      let response = respondNow(request)
      if response.status == .notImplemented, let reason = response.headers[.ghostlightReason] {
        Terminal.complain(reason)
      }
      return response
    }
  }

  private func print(_ report: ReplayReport, forwarded: Int) {
    switch listener.format {
    case .text:
      Terminal.print("\(report)")
      if let spy { Terminal.print("\(forwarded) forwarded to \(spy)") }
    case .json:
      var json: JSONObject = [
        "recorded": .integer(Int64(report.recorded)), "served": .integer(Int64(report.served)),
        "missed": .integer(Int64(report.missCount)),
        "misses": .array(report.misses.map { .string($0.explanation) }),
        "unused": .array(report.unused.map { .string("\($0)") }),
      ]
      if spy != nil { json["forwarded"] = .integer(Int64(forwarded)) }
      Terminal.print(JSON.object(json).description)
    }
  }
}

extension SpyLog {
  /// How many requests the recording had no answer to.
  fileprivate var forwardedCount: Int {
    notes.count {
      if case .responder = $0.source { true } else { false }
    }
  }
}

extension ReplayPolicy: ExpressibleByArgument {}
