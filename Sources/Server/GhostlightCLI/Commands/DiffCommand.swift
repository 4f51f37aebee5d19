import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight diff`: compares a backend's responses with recorded ones.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare a server with a recording.",
    discussion: HelpText.page(
      """
      Sends the recorded requests, with the new identifiers and tokens, to a server or an emulator, \
      and compares status, header fields and JSON values of the responses. Dates, identifiers, \
      counters and tokens may have other values of the same form, and are counted; --strict \
      compares them, and --mask hides other values that change.
      """,
      examples: [
        "ghostlight diff shop.har --against https://example.com --mask '$..date'",
        "ghostlight diff login.har --against stackmob --format json",
        "ghostlight diff shop.har --against stackmob --learn shop2.har",
      ],
      exits: [
        0: "no difference",
        1: "a difference was found, a file does not exist, or no server responds",
        2: "an invalid recording",
        65: "an invalid configuration",
      ]))

  @Argument(help: ArgumentHelp("The recording, a HAR file.", valueName: "FILE"))
  var file: String

  @Option(help: ArgumentHelp("The server to compare: a URL, or an emulator.", valueName: "URL"))
  var against: String

  @Option(
    help: ArgumentHelp(
      "Ignore a header field, or a JSON path such as $.items[*].id.", valueName: "PATH"))
  var mask: [String] = []

  @Option(
    name: .customLong("learn"),
    help: ArgumentHelp("Ignore what differs in this second recording.", valueName: "FILE"))
  var secondRecordings: [String] = []

  @Flag(help: "Also compare dates, identifiers, counters and tokens.")
  var strict = false

  @OptionGroup var fill: FillOptions

  @Option(help: ArgumentHelp("Trust these certificates (PEM) of an https URL.", valueName: "FILE"))
  var trust: String?

  @Option(help: "The output format.")
  var format = OutputFormat.text

  @OptionGroup var stage: StageOptions

  func run() async throws {
    let recording = try RecordingFile(file, code: 2).recording()
    let mask = try readMask(recording)
    let target = try UpstreamTarget(against, stage, trustFile: trust)
    let watch = DiffWatch(total: recording.exchanges.count)
    let signed = try fill.completing(
      target.credentials.completing(
        MACRequestSigner().resigning(watch.watching(target.responder))))
    // Links of the server to itself differ only in its address.
    let compared =
      target.upstream?.rewritingLinks(of: target.addressing(signed).collecting(), only: true)
      ?? target.addressing(signed)
    var report = await check(recording, target, compared, mask)
      .withoutPlaceholders
    report.expected = file
    watch.end()
    if let reason = watch.unreachable {
      throw NotFound(reason)
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
    result.hidesGeneratedValues = !strict
    result.headers.formUnion(mask.compactMap { $0.hasPrefix("$") ? nil : HTTPField.Name($0) })
    do throws(JSONPathError) {
      result = result.union(try DriftMask(values: mask.filter { $0.hasPrefix("$") }))
    } catch {
      throw ValidationError("--mask: \(error).")
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
