import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight diff`: compares a backend's responses with recorded ones.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare a server with a recording.",
    discussion: """
      Sends the recorded requests, one after another, and compares the answers with the recorded \
      ones: status, header fields, JSON bodies by value, others to the byte, compressed ones \
      decoded. Ids and tokens that the backend issues take the place of the recorded ones in later \
      requests, and signatures (MAC, Cosmos) are made anew. Placeholders such as \
      REDACTED-password-1 are sent as they are unless --fill-from or GHOSTLIGHT_FILL_PASSWORD_1 has \
      the value. An emulator has the recording's time at \
      each request, so that what it made yesterday it makes again. Hide what changes by itself with --mask, or let --learn find it in a second \
      recording of the same requests.

      Examples:
        ghostlight diff shop.har --against https://example.com --mask '$..date'
        ghostlight diff login.har --against stackmob --format json

      Exit codes: 0 nothing drifted, 1 something did, 2 a broken recording or mask, 64 for wrong \
      options, 65 for a broken configuration, 69 if no server responds.
      """)

  @Argument(help: ArgumentHelp("The recording, a HAR file.", valueName: "FILE"))
  var file: String

  @Option(help: ArgumentHelp("Who is asked: a URL, or an emulator.", valueName: "URL|EMULATOR"))
  var against: String

  @Option(
    help: ArgumentHelp(
      "Let values at this JSON path differ, such as $.items[*].id, or this header field.",
      valueName: "PATH"))
  var mask: [String] = []

  @Option(
    name: .customLong("learn"),
    help: ArgumentHelp(
      "Let differ what differs in this second recording.", valueName: "FILE"))
  var secondRecordings: [String] = []

  @OptionGroup var fill: FillOptions

  @Option(
    help: ArgumentHelp("Trust these certificates (PEM) of an https URL.", valueName: "FILE"))
  var trust: String?

  @Option(help: "How to print the report: for people, or JSON.")
  var format = OutputFormat.text

  @OptionGroup(title: "An emulator") var stage: StageOptions

  func run() async throws {
    let recording = try RecordingFile(file, code: 2).recording()
    let mask = try readMask(recording)
    let target = try UpstreamTarget(against, stage, trustFile: trust)
    let watch = DiffWatch(total: recording.exchanges.count)
    let signed = try fill.completing(
      target.credentials.completing(
        MACRequestSigner().resigning(watch.watching(target.responder))))
    var report = await check(recording, target, target.addressing(signed), mask)
      .withoutPlaceholders
    report.expected = file
    watch.end()
    if let reason = watch.unreachable {
      Terminal.complain(reason)
      throw ExitCode(69)
    }
    switch format {
    case .text: Terminal.print("\(report)")
    case .json: Terminal.print(report.json.text(pretty: true))
    }
    target.close()
    SystemCalls.exit(report.isClean ? 0 : 1)
  }

  /// Compares the responses; the target's clock is set as in the recording, if it can be set.
  private func check(
    _ recording: Recording, _ target: UpstreamTarget, _ responder: Responder, _ mask: DriftMask
  ) async -> DriftReport {
    guard let namespace = target.namespace else {
      return await Drift.check(recording, against: responder, mask: mask)
    }
    return await namespace.settingClock { set in
      await Drift.check(recording, against: responder, mask: mask, settingClock: set)
    }
  }

  private func readMask(_ recording: Recording) throws -> DriftMask {
    var result = DriftMask.standard
    result.headers.formUnion(mask.compactMap { $0.hasPrefix("$") ? nil : HTTPField.Name($0) })
    do throws(JSONPathError) {
      result = result.union(try DriftMask(values: mask.filter { $0.hasPrefix("$") }))
    } catch {
      Terminal.complain("--mask: \(error)")
      throw ExitCode(2)
    }
    for path in secondRecordings {
      let second = try RecordingFile(path, code: 2).recording()
      result = DriftMask.inferred(from: recording, second, besides: result)
    }
    return result
  }
}

/// Counts the responses during a comparison, shows progress, and detects an unreachable server.
struct DiffWatch {
  private let answers = ResponseCounter()
  private let progress: CountProgress

  init(total: Int) {
    progress = CountProgress("comparing", of: total)
  }

  /// The failure of the first request, if all requests failed; otherwise `nil`.
  var unreachable: String? { answers.unreachable }

  func end() { progress.end() }

  /// Returns a responder that forwards to this one and counts each response.
  func watching(_ responder: Responder) -> Responder {
    Responder(name: responder.name) { [answers, progress] request in
      let response = await responder.respond(request)
      progress.show(answers.record(response))
      return response
    }
  }
}
